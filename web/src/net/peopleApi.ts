// Requests about tables with people: links, seats, the lobby, devices.

import { ask, seated } from './api';
import type { Continuation, EngineSeat, Invitation, Invite, LobbyTable, MyDevices, SeatTaken } from './protocol';

/** A new link for friends; it cannot be shown a second time. */
export const invite = (id: string): Promise<Invite> => ask(`tables/${encodeURIComponent(id)}/invite`, {});
/** Takes back every link to a table. */
export const revokeInvite = (id: string): Promise<null> =>
  ask(`tables/${encodeURIComponent(id)}/invite`, undefined, 'DELETE');
/** A token for a program on a seat; it cannot be shown a second time. */
export const seatEngine = (id: string, seat: number): Promise<EngineSeat> =>
  ask(`tables/${encodeURIComponent(id)}/seats/${seat}/engine`, undefined, 'POST');
export const invitation = (token: string): Promise<Invitation> => ask(`invites/${encodeURIComponent(token)}`);
export const accept = (token: string, name: string): Promise<SeatTaken> =>
  seated(ask(`invites/${encodeURIComponent(token)}`, { name }));
/** Tells whoever runs the server about another player. */
export const reportPlayer = (id: string, seat: number, words: string): Promise<null> =>
  ask(`tables/${encodeURIComponent(id)}/reports`, { seat, words });
/** A link for another device, good once; the one before leads nowhere then. */
export const linkDevice = (): Promise<Invite> => ask('me/device', undefined, 'POST');
/** The browsers that are you. */
export const devices = (): Promise<MyDevices> => ask('me/devices');
export const logOut = (id: string): Promise<MyDevices> =>
  ask(`me/devices/${encodeURIComponent(id)}`, undefined, 'DELETE');
export const logOutOthers = (): Promise<MyDevices> => ask('me/devices', undefined, 'DELETE');
/** The link that was made last leads nowhere then. */
export const unlinkDevice = (): Promise<null> => ask('me/device', undefined, 'DELETE');
export const continuation = (token: string): Promise<Continuation> => ask(`devices/${encodeURIComponent(token)}`);
export const continueHere = (token: string): Promise<null> =>
  ask(`devices/${encodeURIComponent(token)}`, undefined, 'POST');
export const sit = (id: string, name?: string): Promise<SeatTaken> =>
  seated(ask(`tables/${encodeURIComponent(id)}/seat`, name ? { name } : {}));
/** For good: what nobody else ever played is deleted. */
export const leaveTable = (id: string): Promise<null> =>
  ask(`tables/${encodeURIComponent(id)}/seat`, undefined, 'DELETE');
export const lobby = async (game: string | null): Promise<LobbyTable[]> =>
  (await ask<{ tables: LobbyTable[] }>(game ? `lobby?game=${encodeURIComponent(game)}` : 'lobby')).tables;
export const quick = (game: string, name?: string): Promise<SeatTaken> =>
  seated(ask('quick', name ? { game, name } : { game }));
