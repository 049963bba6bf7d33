import { useLocation, useNavigate } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { SectionList, type Section } from '../../ui/section-list.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { Clubs } from './clubs.tsx';
import { InstallationSettings } from './installation-settings.tsx';
import { Log } from './log.tsx';
import { hashOf, openSectionOf, type SectionName } from './sections.ts';
import { Reports } from './reports.tsx';
import { State } from './state.tsx';
import { Users } from './users.tsx';

/** The width that has room for a section beside the list of all. */
const wide = '(min-width: 56rem)';

const sections: Section<SectionName>[] = [
  { name: 'state', title: 'State', summary: 'Version, database, backups, mail', content: <State /> },
  { name: 'users', title: 'Users', summary: 'Lock, delete, help with a password', content: <Users /> },
  { name: 'clubs', title: 'Clubs', summary: 'Hand over or delete a club', content: <Clubs /> },
  { name: 'reports', title: 'Reports', summary: 'What members reported', content: <Reports /> },
  {
    name: 'settings',
    title: 'Settings',
    summary: 'Who may sign up',
    content: <InstallationSettings />,
  },
  { name: 'log', title: 'Log', summary: 'What administrators did', content: <Log /> },
];

/** For administrators of the installation only. */
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
