// A question before an action that cannot be undone: its effect, the button that does it, and the button that cancels.

import type { ComponentChildren } from 'preact';
import { Button } from './Button';
import { Sheet } from './Sheet';

interface Props {
  title: string;
  /** The words on the button that does the action, and its name for tests. */
  act: string;
  does: string;
  /** The words on the button that cancels. It has the focus. */
  stay: string;
  onAct(): void;
  onClose(): void;
  children: ComponentChildren;
}

export const Confirm = ({ title, act, does, stay, onAct, onClose, children }: Props) => (
  <Sheet
    title={title}
    modal
    onClose={onClose}
    footer={
      <>
        <Button kind="danger" does={does} onPress={onAct}>
          {act}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {stay}
        </Button>
      </>
    }
  >
    {children}
  </Sheet>
);
