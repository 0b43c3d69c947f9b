import { expect, it } from 'vitest';
import { tablesOf } from './storage';

it('only the tables of a write have owners: results, records and the name are nobody’s', () => {
  const nobodys = ['me', 'result/0a/0', 'result/0a/1a', 'record/0b'].map((key): [string, null] => [key, null]);
  expect([...tablesOf(nobodys)]).toEqual([]);
  expect([...tablesOf([...nobodys, ['log/0a/00000003', '{}'], ['end/0c', '[1]']])]).toEqual([
    ['0a', false],
    ['0c', false],
  ]);
});

it('a table is made by its setup, and not by its deletion', () => {
  expect([
    ...tablesOf([
      ['table/0a', '{}'],
      ['log/0a/00000000', '{}'],
    ]),
  ]).toEqual([['0a', true]]);
  expect([...tablesOf([['table/0a', null]])]).toEqual([['0a', false]]);
});
