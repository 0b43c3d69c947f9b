// The messages between page and server, as docs/protocol.md gives them.
// Written by hand until the server's build generates protocol.gen.ts; then this file re-exports it.

export interface GameInfo {
  id: string;
  seats: { min: number; max: number; usual: number };
  options: OptionField[];
  levels: string[];
  races: boolean;
  numbered: boolean;
}

export type OptionField =
  | { key: string; kind: 'int'; min: number; max: number; none: boolean; default: number | null }
  | { key: string; kind: 'bool'; default: boolean }
  | { key: string; kind: 'choice'; choices: string[]; default: string };

export type OptionValue = number | boolean | string | null;

export type Races = 'strict' | 'normal' | 'relaxed' | 'turn_based';

export interface NewTable {
  game: string;
  options?: Record<string, unknown>;
  seats?: number;
  bots?: string[];
  races?: Races;
  deal?: number;
}

export interface TableLine {
  id: string;
  game: string;
  seats: SeatInfo[];
  seat: number;
  over: boolean;
  your_turn: boolean;
  totals: number[];
  created: string;
}

export interface Me { name: string; tables: TableLine[] }

export type Command =
  | { t: 'act'; cmd: string; at: number; action: string }
  | { t: 'why'; cmd: string; action: string }
  | { t: 'next'; cmd: string }
  | { t: 'undo'; cmd: string; n: number }
  | { t: 'redo'; cmd: string; n: number }
  | { t: 'give_up'; cmd: string }
  | { t: 'frame' };

export type Message =
  | Frame
  | { t: 'done'; cmd: string }
  | { t: 'refused'; cmd: string; refusal: Refusal }
  | { t: 'answer'; cmd: string; refusal: Refusal | null }
  | { t: 'error'; key: string; words: string };

export interface Refusal { key: string; rule: string | null; words: string }

/** Any legal action: its notation, and public facts that differ from game to game. */
export interface AnyLegal { action: string }

export interface Frame<View = unknown, Legal extends AnyLegal = AnyLegal> {
  t: 'frame';
  n: number;
  table: string;
  game: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  viewer: number | null;
  at: number;
  phase: 'deal' | 'between' | 'over';
  deal: number;
  dealer: number;
  view: View;
  must: number[];
  legal: Legal[];
  since: Event[];
  totals: number[];
  deals: DealScore[];
  winners: number[] | null;
  undo: number;
  redo: number;
  commitment: string;
  number: number | null;
  window: { left_ms: number; ms: number } | null;
  held: string | null;
  server_ms: number;
}

export interface SeatInfo { name: string; bot: string | null; here: boolean }
export interface Event { seat: number | null; action: string }
export interface DealScore { dealer: number; points: (number | null)[]; totals: number[] }
