import { useLocation, useNavigate } from 'react-router';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Page } from '../../../ui/page.tsx';
import { SectionList, type Section } from '../../../ui/section-list.tsx';
import { Loading } from '../../../ui/states.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { State } from './state.tsx';

/** They are in the order of the page. */
const sectionNames = ['state', 'users', 'clubs', 'reports', 'outgoing', 'settings', 'log'] as const;
type SectionName = (typeof sectionNames)[number];

const noneHash = '#none';

/** Returns the section that the URL's hash opens; without one, a wide page opens the first beside the list. */
function openSectionOf(hash: string, isWide: boolean): SectionName | null {
  const named = sectionNames.find((name) => hash === `#${name}`);
  if (named !== undefined) return named;
  return isWide && hash !== noneHash ? sectionNames[0] : null;
}

function hashOf(open: SectionName | null): string {
  return open === null ? noneHash : `#${open}`;
}

const Users = lazyPart({
  name: 'The users',
  load: async () => (await loadChunk(() => import('./users.tsx'))).Users,
  waiting: <Loading label="Loading the users" />,
});
const Clubs = lazyPart({
  name: 'The clubs',
  load: async () => (await loadChunk(() => import('./clubs.tsx'))).Clubs,
  waiting: <Loading label="Loading the clubs" />,
});
const Reports = lazyPart({
  name: 'The reports',
  load: async () => (await loadChunk(() => import('./reports.tsx'))).Reports,
  waiting: <Loading label="Loading the reports" />,
});
const Outgoing = lazyPart({
  name: 'The outgoing messages',
  load: async () => (await loadChunk(() => import('./outgoing.tsx'))).Outgoing,
  waiting: <Loading label="Loading the outgoing messages" />,
});
const InstallationSettings = lazyPart({
  name: 'The settings of the installation',
  load: async () => (await loadChunk(() => import('./installation-settings.tsx'))).InstallationSettings,
  waiting: <Loading label="Loading the settings" />,
});
const Log = lazyPart({
  name: 'The log',
  load: async () => (await loadChunk(() => import('./log.tsx'))).Log,
  waiting: <Loading label="Loading the log" />,
});

/** The width that has room for a section beside the list of all. */
const wide = '(min-width: 56rem)';

const sections: Section<SectionName>[] = [
  { name: 'state', title: 'State', summary: 'Version, database, backups, mail', content: <State /> },
  { name: 'users', title: 'Users', summary: 'Lock, delete, help with a password', content: <Users /> },
  { name: 'clubs', title: 'Clubs', summary: 'Hand over or delete a club', content: <Clubs /> },
  { name: 'reports', title: 'Reports', summary: 'What members reported', content: <Reports /> },
  { name: 'outgoing', title: 'Outgoing', summary: 'Mails and messages that wait', content: <Outgoing /> },
  {
    name: 'settings',
    title: 'Settings',
    summary: 'Who may sign up',
    content: <InstallationSettings />,
  },
  { name: 'log', title: 'Log', summary: 'What administrators did', content: <Log /> },
];

/** Only administrators of the installation see it. */
export function AdministrationPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide);
  return (
    <Page>
      <h1>Administration</h1>
      <SectionList
        sections={sections}
        open={openSectionOf(hash, isWide)}
        isWide={isWide}
        onToggle={(open) => void navigate({ hash: hashOf(open) }, { preventScrollReset: true })}
      />
    </Page>
  );
}
