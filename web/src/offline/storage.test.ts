import { expect, it } from 'vitest';
import { inMemory, tablesOf } from './storage';

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

it('keys are read by their beginnings, and a key that ends with a slash deletes all that begin with it', async () => {
  const storage = inMemory();
  await storage.put([
    ['table/0a', '{}'],
    ['log/0a/00000001', 'b'],
    ['log/0a/00000000', 'a'],
    ['log/0ab/00000000', 'c'],
    ['me', 'Ada'],
  ]);
  const read = async (...prefixes: string[]) => (await storage.read(prefixes)).stored.map(([key]) => key);
  expect(await read('log/0a/', 'me')).toEqual(['log/0a/00000000', 'log/0a/00000001', 'me']);
  await storage.put([
    ['log/0a/', null],
    ['table/0a', null],
  ]);
  expect(await read('')).toEqual(['log/0ab/00000000', 'me']);
});
