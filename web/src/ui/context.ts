// What every part below a board may want to know, without being handed it.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { translator, type T } from '../i18n/words';
import type { BoardSettings } from './game';

export interface RoomContext {
  t: T;
  settings: BoardSettings;
  /** Opens the rules at a rule: "S3". */
  openRule(rule: string | null): void;
}

export const plain: RoomContext = {
  t: translator('en'),
  settings: { fourColours: false, leftHanded: false, oneTap: true, flightMs: 210, reducedMotion: false },
  openRule: () => {},
};

export const Room = createContext<RoomContext>(plain);
export const useRoom = (): RoomContext => useContext(Room);
