export * from './geometry';
export type * from './layout';
export { createTable, type Table, type Touches } from './table';
