// Requests about deals and results, which only the pages around the tables need.

import { ask } from './api';
import type { Daily, DealWish, RatedDeal, Statistics } from './protocol';

export const daily = (): Promise<Daily> => ask('daily');
export const statistics = (): Promise<Statistics> => ask('me/statistics');
export const forgetStatistics = (): Promise<Statistics> => ask('me/statistics', undefined, 'DELETE');
export const pickDeal = (wish: DealWish): Promise<RatedDeal> => ask('deals', wish);
