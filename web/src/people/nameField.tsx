// The field for the reader's name. If a name is too long, the field says so, and does not shorten it.

import { useId } from 'preact/hooks';
import { usePage } from '../ui/context';
import { isTooLong } from './playerName';
import '../ui/form.css';

export function NameField({
  value,
  onName,
  id,
  focused,
}: {
  value: string;
  onName(name: string): void;
  id?: string;
  focused?: boolean;
}) {
  const { t } = usePage();
  const why = useId();
  const wrong = isTooLong(value);
  return (
    <span class="name-field">
      <input
        id={id}
        value={value}
        required
        autoFocus={focused}
        aria-label={t('start.name')}
        autocomplete="nickname"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? why : undefined}
        onInput={(e) => onName(e.currentTarget.value)}
      />
      {wrong && (
        <small class="field-wrong" id={why} role="alert">
          {t('error.name')}
        </small>
      )}
    </span>
  );
}
