// A sheet of paper over the table. On a phone it comes from below. On a desktop it is in the middle. Only a `modal`
// sheet blocks the table.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from './context';
import { ToastPlace } from './toast';
import { Sign } from './Sign';

interface Props {
  title: string;
  onClose?(): void;
  modal?: boolean;
  wide?: boolean;
  children: ComponentChildren;
  footer?: ComponentChildren;
}

export function Sheet({ title, onClose, modal = false, wide, children, footer }: Props) {
  const { t } = usePage();
  const el = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = el.current!;
    const back = document.activeElement as HTMLElement | null;
    if (modal) dialog.showModal();
    else dialog.show();
    // The focus goes to the primary button. If there is no primary button, the focus goes to the heading. Then a screen
    // reader begins at the top.
    (dialog.querySelector<HTMLElement>('.sheet-foot .primary') ?? dialog.querySelector<HTMLElement>('h2'))?.focus({
      preventScroll: true,
    });
    return () => {
      dialog.close();
      back?.focus?.();
    };
  }, [modal]);
  const close = useRef(onClose);
  close.current = onClose;
  // While a sheet is not modal, the focus may be outside it. Escape closes the newest sheet first.
  useEffect(() => {
    if (modal) return;
    const press = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || !close.current || [...document.querySelectorAll('dialog[open]')].at(-1) !== el.current)
        return;
      e.preventDefault();
      e.stopImmediatePropagation();
      close.current();
    };
    // The listener is in the capture phase, so the table does not receive the key. The table would deselect the lifted
    // card.
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [modal]);
  return (
    <dialog
      ref={el}
      class={`sheet${wide ? ' wide' : ''}`}
      aria-label={title}
      onCancel={(e) => {
        e.preventDefault();
        onClose?.();
      }}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.stopPropagation();
          onClose?.();
        }
      }}
    >
      <div class="sheet-head">
        <h2 tabIndex={-1}>{title}</h2>
        {onClose && (
          <button type="button" class="icon-button" aria-label={t('close')} onClick={onClose}>
            <Sign d="M4 4l8 8M12 4l-8 8" />
          </button>
        )}
      </div>
      <div class="sheet-body" tabIndex={0}>
        {children}
      </div>
      <ToastPlace />
      {footer && <div class="sheet-foot">{footer}</div>}
    </dialog>
  );
}
