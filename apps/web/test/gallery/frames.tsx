import { useState } from 'react';
import { Avatar } from '../../src/ui/avatar.tsx';
import { Wordmark } from '../../src/ui/brand.tsx';
import { Button } from '../../src/ui/button.tsx';
import { InvitationBar } from '../../src/ui/invitation-bar.tsx';
import { LaneField } from '../../src/ui/lane-field.tsx';
import { lazyPart } from '../../src/ui/lazy/lazy-part.tsx';
import { LinkCode } from '../../src/ui/link/link-code.tsx';
import { NotFound } from '../../src/ui/not-found.tsx';
import { Page, PageHeading } from '../../src/ui/page.tsx';
import { Panel } from '../../src/ui/panel.tsx';
import { Plot, type PlotSeries } from '../../src/ui/plot/plot.tsx';
import { Banner } from '../../src/ui/profile/banner.tsx';
import { ProfileHeader } from '../../src/ui/profile/profile-header.tsx';
import { ProgressBar } from '../../src/ui/progress-bar.tsx';
import { Readout } from '../../src/ui/readout.tsx';
import { SectionList } from '../../src/ui/section-list.tsx';
import { InsecureNote } from '../../src/ui/secure/insecure-note.tsx';
import { Empty, Loading, Unavailable, UnavailablePage } from '../../src/ui/states.tsx';
import { figureCell, SortHeader, Table } from '../../src/ui/table.tsx';
import { ignore, long, type Example, type Words } from './example.ts';
import styles from './gallery.module.css';

const Missing = lazyPart<object>({
  name: 'The grid',
  load: () => Promise.reject(new Error('The gallery has no such part')),
});

const paces = [128, 126.5, 127, 124, null, 125, 122.5, 123, 120, 119.5];
const plotOf = (series: PlotSeries[], cursor: number | null) => (
  <div className={styles.plot}>
    <Plot
      x={paces.map((_, at) => at)}
      xRange={[0, 9]}
      yRange={[115, 130]}
      isReversed
      series={series}
      xTicks={[
        { at: 0, text: 'March' },
        { at: 9, text: 'November' },
      ]}
      yTicks={[
        { at: 115, text: '1:55' },
        { at: 130, text: '2:10' },
      ]}
      cursor={cursor}
      onCursor={ignore}
      tip={cursor === null ? undefined : '2:04.0'}
    />
  </div>
);

const results = (name: string) => (
  <Table caption="Results">
    <thead>
      <tr>
        <SortHeader direction={null} onSort={ignore}>
          Athlete
        </SortHeader>
        <SortHeader direction="ascending" isFigure onSort={ignore}>
          Time
        </SortHeader>
      </tr>
    </thead>
    <tbody>
      {['7:05.3', '7:12.0', '1:02:33.9'].map((time) => (
        <tr key={time}>
          <th scope="row">{name}</th>
          <td className={figureCell}>{time}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

function Sections({ words }: { words: Words }) {
  const [open, setOpen] = useState<'first' | 'second' | null>('first');
  return (
    <SectionList
      isWide={false}
      open={open}
      onToggle={setOpen}
      sections={[
        { name: 'first', title: words.title, summary: words.name, content: <p>{words.sentence}</p> },
        { name: 'second', title: 'Account', summary: words.sentence, content: <p>{words.sentence}</p> },
      ]}
    />
  );
}

const profile = (name: string) => (
  <ProfileHeader name={name} iconURL={null} bannerURL={null} seed={name} action={<Button>Follow</Button>}>
    <span>42 followers</span>
  </ProfileHeader>
);
const profileLine = (name: string) => (
  <ProfileHeader
    name={name}
    iconURL={null}
    bannerURL={null}
    seed={name}
    isLine
    action={<Button look="quiet">Leave</Button>}
  />
);

/** Parts that hold and show data. */
export const frames: Example[] = [
  {
    component: 'avatar',
    cases: [
      {
        name: 'full',
        show: ({ name, otherName }) => (
          <div className={styles.row}>
            <Avatar name={name} imageURL={null} />
            <Avatar name={otherName} imageURL={null} size={48} />
            <Avatar name="?" imageURL={null} size={48} />
          </div>
        ),
      },
    ],
  },
  {
    component: 'brand',
    cases: [
      { name: 'full', show: () => <Wordmark name="Boathouse" /> },
      { name: 'long', words: long, show: ({ title }) => <Wordmark name={title} /> },
    ],
  },
  {
    component: 'panel',
    cases: [
      {
        name: 'full',
        show: ({ title, sentence }) => (
          <Panel title={title} aside={<a href="#panel">See all</a>}>
            <p>{sentence}</p>
          </Panel>
        ),
      },
      {
        name: 'empty',
        show: ({ title }) => (
          <Panel title={title}>
            <Empty>
              <p>No results yet</p>
              <Button>Row</Button>
            </Empty>
          </Panel>
        ),
      },
      {
        name: 'failing',
        show: ({ title }) => (
          <Panel title={title}>
            <Unavailable onRetry={ignore}>The results couldn't be loaded.</Unavailable>
          </Panel>
        ),
      },
      {
        name: 'long',
        words: long,
        show: ({ title, sentence }) => (
          <Panel title={title} aside={<a href="#panel">See all</a>}>
            <p>{sentence}</p>
          </Panel>
        ),
      },
    ],
  },
  {
    component: 'states',
    cases: [
      { name: 'loading', show: () => <Loading label="Loading" /> },
      {
        name: 'empty',
        show: ({ sentence }) => (
          <Empty>
            <p>{sentence}</p>
            <Button>Row</Button>
          </Empty>
        ),
      },
      {
        name: 'failing',
        show: () => <Unavailable onRetry={ignore}>The feed couldn't be loaded.</Unavailable>,
      },
      {
        name: 'failing page',
        show: ({ sentence }) => (
          <UnavailablePage errorId="4f2a" onRetry={ignore}>
            {sentence}
          </UnavailablePage>
        ),
      },
    ],
  },
  { component: 'lazy/lazy-part', cases: [{ name: 'failing', show: () => <Missing /> }] },
  {
    component: 'secure/insecure-note',
    cases: [{ name: 'on a secure page: nothing', show: () => <InsecureNote /> }],
  },
  {
    component: 'not-found',
    cases: [
      {
        name: 'full',
        show: ({ title, sentence }) => (
          <NotFound reason={sentence} links={<a href="#not-found">Go to the dashboard</a>}>
            {title}
          </NotFound>
        ),
      },
    ],
  },
  {
    component: 'page',
    cases: [
      {
        name: 'narrow',
        show: ({ title, sentence }) => (
          <Page isNarrow>
            <PageHeading>
              <h1>{title}</h1>
              <Button>Share</Button>
            </PageHeading>
            <p>{sentence}</p>
          </Page>
        ),
      },
      {
        name: 'long',
        words: long,
        show: ({ title }) => (
          <Page>
            <PageHeading>
              <h1>{title}</h1>
              <Button>Share</Button>
            </PageHeading>
          </Page>
        ),
      },
    ],
  },
  {
    component: 'invitation-bar',
    cases: [
      {
        name: 'full',
        show: ({ sentence }) => (
          <InvitationBar onDismiss={ignore}>
            <p>{sentence}</p>
          </InvitationBar>
        ),
      },
    ],
  },
  {
    component: 'readout',
    cases: [
      {
        name: 'full',
        show: ({ label }) => (
          <dl className={styles.row}>
            <Readout label={label} value="10,000" unit="m" size="large" />
            <Readout label="Time" value="1" unit="h" more={{ value: '12', unit: 'min' }} />
          </dl>
        ),
      },
      {
        name: 'empty',
        show: () => (
          <dl>
            <Readout label="Heart rate" value={null} unit="bpm" />
          </dl>
        ),
      },
    ],
  },
  {
    component: 'progress-bar',
    cases: [
      { name: 'full', show: ({ label }) => <ProgressBar label={label} value={30_000} max={30_000} /> },
      { name: 'part', show: ({ label }) => <ProgressBar label={label} value={12_000} max={30_000} /> },
      { name: 'empty', show: ({ label }) => <ProgressBar label={label} value={0} max={30_000} /> },
    ],
  },
  {
    component: 'table',
    cases: [
      { name: 'full', show: ({ name }) => results(name) },
      { name: 'long', words: long, show: ({ name }) => results(name) },
    ],
  },
  {
    component: 'section-list',
    cases: [
      { name: 'full', show: (words) => <Sections words={words} /> },
      { name: 'long', words: long, show: (words) => <Sections words={words} /> },
    ],
  },
  {
    component: 'plot/plot',
    cases: [
      {
        name: 'line',
        show: () =>
          plotOf(
            [
              { values: paces.map((pace) => pace && pace + 1.5), color: '--accent', kind: 'faint' },
              { values: paces, color: '--accent', kind: 'line' },
            ],
            3,
          ),
      },
      { name: 'dots', show: () => plotOf([{ values: paces, color: '--accent', kind: 'dots' }], null) },
      { name: 'steps', show: () => plotOf([{ values: paces, color: '--accent', kind: 'steps' }], null) },
      { name: 'bars', show: () => plotOf([{ values: paces, color: '--accent', kind: 'bars' }], null) },
      {
        name: 'empty',
        show: () => plotOf([{ values: paces.map(() => null), color: '--accent', kind: 'line' }], null),
      },
    ],
  },
  {
    component: 'link/link-code',
    cases: [
      { name: 'full', show: () => <LinkCode link="https://boathouse.example/sessions/1" title="Code" /> },
    ],
  },
  {
    component: 'lane-field',
    cases: [
      {
        name: 'three waters',
        show: () => (
          <>
            <div className={styles.water}>
              <LaneField />
            </div>
            <div className={styles.water}>
              <LaneField seed="harbour" />
            </div>
            <div className={styles.water}>
              <LaneField seed="riverside" />
            </div>
          </>
        ),
      },
    ],
  },
  {
    component: 'profile/banner',
    cases: [{ name: 'without an image', show: ({ name }) => <Banner imageURL={null} seed={name} /> }],
  },
  {
    component: 'profile/profile-header',
    isWide: true,
    cases: [
      { name: 'full', show: ({ name }) => profile(name) },
      { name: 'long', words: long, show: ({ name }) => profile(name) },
      { name: 'in a line', show: ({ name }) => profileLine(name) },
      { name: 'long, in a line', words: long, show: ({ name }) => profileLine(name) },
    ],
  },
];
