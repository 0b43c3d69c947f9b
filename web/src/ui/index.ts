// What a board may use. See web/README.md.

export type * from '../protocol';
export type { BoardProps, BoardSettings, GameUi, Step, Tile } from './game';
export type { Params, T, Words } from '../i18n/words';
export { translator } from '../i18n/words';
export { CardTable, Spot } from './CardTable';
export { useMoves, type Move, type Moves } from './useMoves';
export { useKeys } from './useKeys';
export { useTypedRank } from './useTypedRank';
export { usePicked } from './usePicked';
export { useChoice, type Choice } from './useChoice';
export { useOrder, type Order } from './useOrder';
export { ActionBar } from './ActionBar';
export { Button, type ButtonProps } from './Button';
export { Banner, ToastLine } from './Banner';
export { SeatBadge } from './SeatBadge';
export { ScoreSheet } from './ScoreSheet';
export { Sheet } from './Sheet';
export { refusalWords, toast, toastRefusal } from './toast';
export { useRoom } from './context';
export { who, seatName, toSeat } from './who';
export { cardLetter, cardName, cardShort, cardThe, isSuited, SUIT_SIGNS } from '../cards/names';
export { later } from '../later';
export { CardFace } from '../cards/CardFace';
export { DameHead, Logo } from '../cards/Logo';
export * from '../table/geometry';
export type * from '../table/layout';
export type { Touches } from '../table/table';
