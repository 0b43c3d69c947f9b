// In development only: every card, and tables over mock frames. /dev.html?show=cards&lang=de&theme=light

import { render } from 'preact';
import { Cards } from './cards';
import { showSprite } from '../src/cards/sprite';
import '../src/theme.css';
import '../src/cards/cards.css';
import './dev.css';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'dark';
showSprite(asked.get('lang') ?? 'en');
render(<Cards />, document.getElementById('app')!);
