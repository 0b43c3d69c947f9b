// verify.html: a single file that works from a local disk. It reads files, and sends them nowhere.

import { type Finding, type Verdict, verify } from './verify';
import { filled, LANGUAGES, type Language, WORDS } from './verifyWords';

const main = document.querySelector('main') as HTMLElement;
const known = (language: string): language is Language => language in LANGUAGES;
let language: Language = navigator.languages.map((tag) => tag.slice(0, 2)).find(known) ?? 'en';
let given = '';

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Returns the buttons for the languages. */
function languages(): HTMLElement {
  const buttons = (Object.keys(LANGUAGES) as Language[]).map((other) => {
    const pressed = String(other === language);
    const button = element('button', { type: 'button', lang: other, 'aria-pressed': pressed }, LANGUAGES[other]);
    button.addEventListener('click', () => {
      language = other;
      draw();
    });
    return button;
  });
  return element('nav', {}, ...buttons.flatMap((button) => [button, ' ']));
}

function line({ key, ok, values }: Finding): HTMLElement {
  const kind = ok === null ? 'told' : ok ? 'right' : 'wrong';
  return element('li', { class: kind }, filled(WORDS[language][`finding.${key}`], values));
}

function result({ sum, findings, names, attempts }: Verdict, index: number): HTMLElement {
  const words = WORDS[language];
  return element(
    'section',
    {},
    element('h2', {}, filled(words['verify.match'], { number: index + 1, names: names.join(', ') })),
    element(
      'p',
      { class: sum === 'unfair' ? 'wrong' : 'right' },
      filled(words[`verify.${sum}`], { n: attempts.length }),
    ),
    element('p', { class: 'actions' }, words['verify.actions']),
    element('ul', {}, ...findings.map(line)),
  );
}

function draw() {
  const words = WORDS[language];
  document.documentElement.lang = language;
  document.title = `Cardroom: ${words['verify.title']}`;
  const file = element('input', { id: 'file', type: 'file', accept: '.jsonl,.json,.ndjson,.txt' });
  const paste = element('textarea', { id: 'paste', spellcheck: 'false' });
  paste.value = given;
  const results = element('div', { 'aria-live': 'polite' });
  const show = (text: string) => {
    given = text;
    const lines = text.split('\n').filter((part) => part.trim() !== '');
    results.replaceChildren(...lines.map((part, index) => result(verify(part), index)));
  };
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) {
      show(await chosen.text());
    }
  });
  paste.addEventListener('input', () => show(paste.value));
  main.replaceChildren(
    languages(),
    element('h1', {}, words['verify.title']),
    element('p', {}, words['verify.lead']),
    element('label', { for: 'file' }, words['verify.file']),
    file,
    element('label', { for: 'paste' }, words['verify.paste']),
    paste,
    results,
  );
  show(given);
}

draw();
