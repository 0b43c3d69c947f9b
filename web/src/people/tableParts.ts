// The parts of a table with people. They are loaded together.

export { Behind } from './delayedSpectator';
export { OwnClock, Strip, WhileLost } from './statusStrip';
export { PeopleButton } from './unreadChat';
