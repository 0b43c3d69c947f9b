// The form that reports another player to the operator of the server, together with the last lines of chat.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import type { T } from '../i18n/words';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';
import { reportPlayer } from '../net/peopleApi';
import '../ui/form.css';

interface Props {
  who: string;
  table: string;
  seat: number;
  t: T;
  onClose(): void;
}

export default function ReportForm({ who, table, seat, t, onClose }: Props) {
  const [words, write] = useState('');
  const send = async () => {
    try {
      await reportPlayer(table, seat, words);
      toast(t('report.sent'));
      onClose();
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  const buttons = (
    <>
      <Button onPress={onClose}>{t('people.keep')}</Button>
      <Button kind="primary" does="report-send" onPress={() => void send()}>
        {t('report.send')}
      </Button>
    </>
  );
  return (
    <Sheet title={t('people.report', { who })} modal onClose={onClose} footer={buttons}>
      <div class="form">
        <p>{t('report.about')}</p>
        <label class="row">
          <span class="row-words">{t('report.words')}</span>
          <textarea rows={3} maxLength={500} value={words} onInput={(e) => write(e.currentTarget.value)} />
        </label>
      </div>
    </Sheet>
  );
}
