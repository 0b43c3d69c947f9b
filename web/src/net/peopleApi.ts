// Requests about tables with people: links, seats, the lobby, devices.

import { ask, seated } from './api';
import type { Continuation, EngineSeat, Invitation, Invite, LobbyTable, MyDevices, SeatTaken } from './protocol';

/** Makes a new link to invite friends. The link is shown only once. */
export const invite = (id: string): Promise<Invite> => ask(`tables/${encodeURIComponent(id)}/invite`, {});
/** Revokes all links to a table. */
export const revokeInvite = (id: string): Promise<null> =>
  ask(`tables/${encodeURIComponent(id)}/invite`, undefined, 'DELETE');
/** Makes a token for a program that plays at a seat. The token is shown only once. */
export const seatEngine = (id: string, seat: number): Promise<EngineSeat> =>
  ask(`tables/${encodeURIComponent(id)}/seats/${seat}/engine`, undefined, 'POST');
export const invitation = (token: string): Promise<Invitation> => ask(`invites/${encodeURIComponent(token)}`);
export const accept = (token: string, name: string): Promise<SeatTaken> =>
  seated(ask(`invites/${encodeURIComponent(token)}`, { name }));
/** Reports another player to the operator of the server. */
export const reportPlayer = (id: string, seat: number, words: string): Promise<null> =>
  ask(`tables/${encodeURIComponent(id)}/reports`, { seat, words });
/** Makes a link for another device. It works once, and replaces the previous link. */
export const linkDevice = (): Promise<Invite> => ask('me/device', undefined, 'POST');
/** Returns the list of the reader's browsers. */
export const devices = (): Promise<MyDevices> => ask('me/devices');
export const logOut = (id: string): Promise<MyDevices> =>
  ask(`me/devices/${encodeURIComponent(id)}`, undefined, 'DELETE');
export const logOutOthers = (): Promise<MyDevices> => ask('me/devices', undefined, 'DELETE');
/** Revokes the last link for another device. */
export const unlinkDevice = (): Promise<null> => ask('me/device', undefined, 'DELETE');
export const continuation = (token: string): Promise<Continuation> => ask(`devices/${encodeURIComponent(token)}`);
export const continueHere = (token: string): Promise<null> =>
  ask(`devices/${encodeURIComponent(token)}`, undefined, 'POST');
export const sit = (id: string, name?: string): Promise<SeatTaken> =>
  seated(ask(`tables/${encodeURIComponent(id)}/seat`, name ? { name } : {}));
/** Leaves a table for good. If no other person has ever played at the table, it is deleted. */
export const leaveTable = (id: string): Promise<null> =>
  ask(`tables/${encodeURIComponent(id)}/seat`, undefined, 'DELETE');
export const lobby = async (game: string | null): Promise<LobbyTable[]> =>
  (await ask<{ tables: LobbyTable[] }>(game ? `lobby?game=${encodeURIComponent(game)}` : 'lobby')).tables;
export const quick = (game: string, name?: string): Promise<SeatTaken> =>
  seated(ask('quick', name ? { game, name } : { game }));
