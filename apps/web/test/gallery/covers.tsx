import { useState, type ReactNode } from 'react';
import { Button } from '../../src/ui/button.tsx';
import { ConfirmDialog } from '../../src/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../src/ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../src/ui/dialog/leave-dialog.tsx';
import { TextInput } from '../../src/ui/field/field.tsx';
import { LinkCode } from '../../src/ui/link/link-code.tsx';
import { LinkDialog } from '../../src/ui/link/link-dialog.tsx';
import { Menu } from '../../src/ui/menu/menu.tsx';
import { MenuChoice, MenuItem, MenuSeparator } from '../../src/ui/menu/menu-items.tsx';
import { RowMenu } from '../../src/ui/menu/row-menu.tsx';
import { showErrorToast, showToast } from '../../src/ui/toast-store.ts';
import { ignore, long, type Example, type Words } from './example.ts';
import styles from './gallery.module.css';

type OpenerProps = { label: string; children: (close: () => void) => ReactNode };

function Opener({ label, children }: OpenerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

const dialogOf = (width: 'narrow' | 'wide' | 'palette' | 'sheet', words: Words, close: () => void) => (
  <Dialog title={words.title} width={width} onClose={close}>
    <p>{words.sentence}</p>
    <TextInput label={words.label} />
    <div className={styles.row}>
      <Button onClick={close}>Cancel</Button>
      <Button look="primary" onClick={close}>
        Save
      </Button>
    </div>
  </Dialog>
);

function Items({ words }: { words: Words }) {
  return (
    <Menu renderButton={(props) => <Button {...props}>{words.label}</Button>}>
      <MenuItem onSelect={ignore}>{words.title}</MenuItem>
      <MenuSeparator />
      <MenuChoice
        label="Color Mode"
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value="light"
        onChange={ignore}
      />
    </Menu>
  );
}

/** Parts that open over the page, each at a press. */
export const covers: Example[] = [
  {
    component: 'dialog/dialog',
    cases: [
      {
        name: 'widths',
        show: (words) => (
          <div className={styles.row}>
            {(['wide', 'narrow', 'sheet', 'palette'] as const).map((width) => (
              <Opener key={width} label={`Open ${width}`}>
                {(close) => dialogOf(width, words, close)}
              </Opener>
            ))}
          </div>
        ),
      },
      {
        name: 'long',
        words: long,
        show: (words) => <Opener label="Open long">{(close) => dialogOf('wide', words, close)}</Opener>,
      },
    ],
  },
  {
    component: 'dialog/confirm-dialog',
    cases: [
      {
        name: 'full',
        show: ({ sentence }) => (
          <Opener label="Open delete">
            {(close) => (
              <ConfirmDialog
                question="Delete this session?"
                action="Delete"
                look="danger"
                onConfirm={ignore}
                onClose={close}
              >
                <p>{sentence}</p>
              </ConfirmDialog>
            )}
          </Opener>
        ),
      },
    ],
  },
  {
    component: 'dialog/leave-dialog',
    cases: [
      {
        name: 'full',
        show: () => (
          <Opener label="Open leave">{(close) => <LeaveDialog onLeave={close} onStay={close} />}</Opener>
        ),
      },
    ],
  },
  {
    component: 'link/link-dialog',
    cases: [
      {
        name: 'full',
        show: ({ title, sentence }) => (
          <Opener label="Open share">
            {(close) => (
              <LinkDialog
                title={title}
                about={sentence}
                actions={<Button look="primary">Copy link</Button>}
                onClose={close}
              >
                <LinkCode link="https://boathouse.example/sessions/1" title="Code" />
              </LinkDialog>
            )}
          </Opener>
        ),
      },
    ],
  },
  {
    component: 'menu/menu',
    cases: [
      { name: 'full', show: (words) => <Items words={words} /> },
      { name: 'long', words: long, show: (words) => <Items words={words} /> },
    ],
  },
  { component: 'menu/menu-items', cases: [{ name: 'full', show: (words) => <Items words={words} /> }] },
  {
    component: 'menu/row-menu',
    cases: [
      {
        name: 'full',
        show: ({ title }) => (
          <RowMenu
            label="More"
            isBusy={false}
            items={[
              { key: 'one', words: title, onSelect: ignore },
              { key: 'other', words: 'Remove', onSelect: ignore },
            ]}
          />
        ),
      },
      { name: 'busy', show: () => <RowMenu label="More" isBusy items={[]} /> },
    ],
  },
  {
    component: 'toasts',
    cases: [
      {
        name: 'shown in the mode of the page',
        show: ({ title, sentence }) => (
          <div className={styles.row}>
            <Button onClick={() => showToast(title)}>Show a toast</Button>
            <Button onClick={() => showErrorToast(sentence)}>Show an error</Button>
          </div>
        ),
      },
    ],
  },
];
