import { CardFace } from '../src/ui/CardFace';
import { KAEL } from '../../games/kael/web/cards';

const PACK = [...'shdc'].flatMap((s) => [...'A23456789TJQK'].map((r) => r + s));
const HAND = ['Qs', 'Ks', 'Ts', '9s', 'Ah', 'Qh', 'Th', 'Jd', '7d', 'Ac', 'Kc', 'Jc', '2c'];

export function Cards() {
  return (
    <main class="dev">
      <div class="dev-row">
        {['Qs', 'Qh', 'Kd', 'Jc', 'Ks', 'As', null].map((f) => (
          <CardFace face={f} width={200} />
        ))}
      </div>
      <div class="dev-row">
        {PACK.map((f) => (
          <CardFace face={f} width={100} />
        ))}
      </div>
      <div class="dev-row">
        {KAEL.map((f) => (
          <CardFace face={f} width={100} />
        ))}
        <CardFace face={null} width={100} />
      </div>
      <div class="dev-row">
        {[...PACK.slice(0, 13), ...KAEL, null].map((f) => (
          <CardFace face={f} width={36} />
        ))}
      </div>
      <div class="dev-fan">
        {HAND.map((f) => (
          <CardFace face={f} width={60} />
        ))}
      </div>
      <div class="dev-fan">
        {KAEL.map((f) => (
          <CardFace face={f} width={60} />
        ))}
      </div>
      <div class="dev-row four-colours">
        {HAND.map((f) => (
          <CardFace face={f} width={72} />
        ))}
      </div>
    </main>
  );
}
