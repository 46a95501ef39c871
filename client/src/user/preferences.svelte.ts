/** Playing preferences, stored in this browser for all games. */

import { storedValue } from "./storage";

export interface Preferences {
  confirm: boolean; // a move waits until it is confirmed
  forced: boolean; // the only possible action plays itself
  targets: boolean; // where a piece can go is shown
  sound: boolean;
  volume: number; // of the sounds, from 0 to 1
  letters: boolean; // single-letter shortcuts, which voice control would trigger by accident
}

const DEFAULTS: Preferences = {
  confirm: false,
  forced: false,
  targets: true,
  sound: true,
  volume: 0.6,
  letters: true,
};
const store = storedValue<Partial<Preferences>>("playing");

export const preferences: Preferences = $state({ ...DEFAULTS, ...store.get() });

export function setPreferences(changes: Partial<Preferences>): void {
  Object.assign(preferences, changes);
  store.set({ ...preferences });
}
