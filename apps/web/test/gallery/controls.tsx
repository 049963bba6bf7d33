import { useState, type ReactNode } from 'react';
import { Button } from '../../src/ui/button.tsx';
import { ChoiceCards } from '../../src/ui/choice/choice-cards.tsx';
import { ChoiceTiles } from '../../src/ui/choice/choice-tiles.tsx';
import { FieldGroup } from '../../src/ui/field-group.tsx';
import { CodeInput } from '../../src/ui/field/code-input.tsx';
import { NativeSelect, Textarea, TextInput } from '../../src/ui/field/field.tsx';
import { PasswordInput } from '../../src/ui/field/password-input.tsx';
import { Chip, chipsClass } from '../../src/ui/list/chip.tsx';
import { LoadMore } from '../../src/ui/list/load-more.tsx';
import { Pager } from '../../src/ui/list/pager.tsx';
import { SearchBar } from '../../src/ui/list/search-bar.tsx';
import { Stepper } from '../../src/ui/stepper.tsx';
import { TabList } from '../../src/ui/tab-list.tsx';
import { segmentsClass } from '../../src/ui/tabs.ts';
import { ignore, long, type Example } from './example.ts';
import styles from './gallery.module.css';

const choices = (words: { title: string; sentence: string }) => [
  { value: 'one', label: words.title, meaning: words.sentence },
  { value: 'other', label: 'Club', meaning: 'Members of the club.' },
];

function Tabs({ labels }: { labels: readonly string[] }) {
  const [selected, setSelected] = useState('0');
  return (
    <TabList
      label="Period"
      id={`tabs-${labels.length}`}
      tabs={labels.map((label, at) => ({ key: `${at}`, label }))}
      selected={selected}
      onSelect={setSelected}
      className={segmentsClass}
    />
  );
}

const row = (children: ReactNode) => <div className={styles.row}>{children}</div>;

/** Buttons and fields. */
export const controls: Example[] = [
  {
    component: 'button',
    cases: [
      {
        name: 'looks',
        show: ({ title }) =>
          row(
            <>
              <Button look="primary">{title}</Button>
              <Button>Cancel</Button>
              <Button look="quiet">Dismiss</Button>
              <Button look="danger">Delete</Button>
            </>,
          ),
      },
      {
        name: 'busy and disabled',
        show: () =>
          row(
            <>
              <Button look="primary" isBusy>
                Save
              </Button>
              <Button disabled>Save</Button>
              <Button aria-disabled>Save</Button>
            </>,
          ),
      },
      {
        name: 'for a moving seat',
        show: () =>
          row(
            <>
              <Button look="primary" size="touch">
                Start Workout
              </Button>
              <Button size="touch">Finish</Button>
            </>,
          ),
      },
      { name: 'long', words: long, show: ({ label }) => <Button look="primary">{label}</Button> },
    ],
  },
  {
    component: 'field',
    cases: [
      {
        name: 'full',
        show: ({ label, title, sentence }) => (
          <>
            <TextInput label={label} defaultValue={title} hint="At most 60 characters" required />
            <Textarea label="Description" defaultValue={sentence} rows={3} />
            <NativeSelect label="Club" data={['Only Me', title]} defaultValue={title} />
          </>
        ),
      },
      { name: 'empty', show: ({ label }) => <TextInput label={label} placeholder="2000 m" /> },
      { name: 'failing', show: ({ label }) => <TextInput label={label} error="A title is required" /> },
      { name: 'disabled', show: ({ label, title }) => <TextInput label={label} value={title} disabled /> },
      {
        name: 'long',
        words: long,
        show: ({ label, title, sentence }) => (
          <TextInput label={label} description={sentence} defaultValue={title} error={sentence} />
        ),
      },
    ],
  },
  {
    component: 'field/password-input',
    cases: [
      { name: 'full', show: () => <PasswordInput label="Password" defaultValue="rowing-together" /> },
      { name: 'failing', show: () => <PasswordInput label="Password" error="At least 6 characters" /> },
    ],
  },
  {
    component: 'field/code-input',
    cases: [
      { name: 'empty', show: () => <CodeInput error={undefined} /> },
      { name: 'failing', show: () => <CodeInput error="This code is not valid" /> },
    ],
  },
  {
    component: 'field-group',
    cases: [
      {
        name: 'full',
        show: ({ label }) => (
          <FieldGroup label={label} className={styles.row}>
            <NativeSelect aria-label="Hour" data={['6', '7', '8']} />
            <NativeSelect aria-label="Minute" data={['00', '10', '20']} />
          </FieldGroup>
        ),
      },
    ],
  },
  {
    component: 'choice/choice-cards',
    cases: [
      {
        name: 'full',
        show: (words) => (
          <ChoiceCards label={words.label} choices={choices(words)} chosen="one" onChoose={ignore} />
        ),
      },
      {
        name: 'long',
        words: long,
        show: (words) => (
          <ChoiceCards label={words.label} choices={choices(words)} chosen="other" onChoose={ignore} />
        ),
      },
    ],
  },
  {
    component: 'choice/choice-tiles',
    cases: [
      {
        name: 'full',
        show: ({ label, name }) => (
          <ChoiceTiles
            label={label}
            choices={[
              { value: 'one', label: name, picture: <svg viewBox="0 0 8 4" /> },
              { value: 'other', label: 'Dark', picture: <svg viewBox="0 0 8 4" /> },
            ]}
            chosen="one"
            onChoose={ignore}
          />
        ),
      },
    ],
  },
  {
    component: 'list/chip',
    cases: [
      {
        name: 'full',
        show: ({ name }) => (
          <div className={chipsClass}>
            <Chip label="Remove 1" onRemove={ignore}>
              {name}
            </Chip>
            <Chip label="Remove 2" onRemove={ignore}>
              2k test
            </Chip>
          </div>
        ),
      },
      {
        name: 'long',
        words: long,
        show: ({ title }) => (
          <div className={chipsClass}>
            <Chip label="Remove 3" onRemove={ignore}>
              {title}
            </Chip>
          </div>
        ),
      },
    ],
  },
  {
    component: 'list/load-more',
    cases: [
      { name: 'more', show: () => <LoadMore hasMore isLoading={false} isFailed={false} loadMore={ignore} /> },
      { name: 'loading', show: () => <LoadMore hasMore isLoading isFailed={false} loadMore={ignore} /> },
      { name: 'failing', show: () => <LoadMore hasMore isLoading={false} isFailed loadMore={ignore} /> },
    ],
  },
  {
    component: 'list/pager',
    cases: [
      { name: 'between', show: () => <Pager page={2} pages={5} onPage={ignore} /> },
      { name: 'last', show: () => <Pager page={1_234} pages={1_234} onPage={ignore} /> },
    ],
  },
  {
    component: 'list/search-bar',
    cases: [
      {
        name: 'full',
        show: ({ name, label }) => (
          <SearchBar name="a" label={label} maxLength={60} text={name} isPaused onSearch={ignore}>
            <Button look="primary">Search</Button>
          </SearchBar>
        ),
      },
      {
        name: 'empty',
        show: ({ label }) => (
          <SearchBar name="b" label={label} maxLength={60} text="" isPaused onSearch={ignore} />
        ),
      },
    ],
  },
  {
    component: 'stepper',
    cases: [
      {
        name: 'full',
        show: ({ name }) => (
          <Stepper previousLabel="Before" nextLabel="After" hasPrevious hasNext={false} onStep={ignore}>
            {name}
          </Stepper>
        ),
      },
    ],
  },
  {
    component: 'tab-list',
    cases: [
      { name: 'full', show: ({ title }) => <Tabs labels={['Week', 'Month', title]} /> },
      { name: 'long', words: long, show: ({ label }) => <Tabs labels={['Week', label]} /> },
    ],
  },
];
