import { describe, expect, it } from 'vitest';
import { cardName, cardShort, cardThe } from './names';
import { LAYOUTS } from './pips';
import { sprite } from './sprite';

describe('the pack', () => {
  const text = sprite('en');
  const ids = [...text.matchAll(/<symbol id="card-([^"]+)"/g)].map((m) => m[1]);

  it('has 52 cards and a back; a game brings cards of its own', async () => {
    expect(new Set(ids).size).toBe(52 + 1);
    expect(ids).toContain('Qs');
    expect(ids).toContain('back');
    await import('../../../games/kael/web/cards');
    const more = [...sprite('en').matchAll(/<symbol id="card-([^"]+)"/g)].map((m) => m[1]);
    expect(new Set(more).size).toBe(52 + 16 + 1);
    expect(more).toContain('-1');
  });

  it('shows as many pips as the card counts', () => {
    for (const rank of '23456789') expect(LAYOUTS[rank]).toHaveLength(Number(rank));
    expect(LAYOUTS['T']).toHaveLength(10);
  });

  it('carries no style attribute, which the content policy would refuse', () => {
    expect(text).not.toMatch(/\sstyle=/);
  });

  it('stays small: it is written at every start', () => {
    expect(text.length).toBeLessThan(120_000);
  });

  it('speaks the language on its corners', () => {
    expect(sprite('fr')).toMatch(/card-Kh.*?>R<\/text>/);
    expect(sprite('de')).toMatch(/card-Jh.*?>B<\/text>/);
  });
});

describe('names', () => {
  it('are whole', () => {
    expect(cardName('Qs', 'en')).toBe('queen of spades');
    expect(cardName('Qs', 'fr')).toBe('dame de pique');
    expect(cardName('Qs', 'de')).toBe('Pik-Dame');
    expect(cardName('Td', 'en')).toBe('10 of diamonds');
    expect(cardName('-1', 'fr')).toBe('moins un');
    expect(cardName(null, 'en')).toBe('hidden card');
  });

  it('have an article inside a sentence', () => {
    expect(cardThe('Qs', 'en')).toBe('the queen of spades');
    expect(['Qs', 'Kh', 'Ac', '9d'].map((card) => cardThe(card, 'fr'))).toEqual([
      'la dame de pique',
      'le roi de cœur',
      'l’as de trèfle',
      'le 9 de carreau',
    ]);
    expect(cardThe('Qs', 'de')).toBe('Pik-Dame');
    expect(cardThe('-1', 'fr')).toBe('moins un');
  });

  it('have a short form with a true minus', () => {
    expect(cardShort('-1', 'en')).toBe('\u22121');
    expect(cardShort('Qs', 'de')).toBe('D♠');
  });
});
