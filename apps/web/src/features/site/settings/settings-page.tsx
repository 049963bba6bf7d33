import { colorThemes, tintColors, type OwnUser } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../lib/format.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Page } from '../../../ui/page.tsx';
import { SectionList, type Section } from '../../../ui/section-list.tsx';
import { Loading } from '../../../ui/states.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { loginQuery, useCurrentUser } from '../../people/auth/index.ts';
import { VoiceSettings } from '../../rowing/rowing/index.ts';
import { Profile } from './profile.tsx';
import { hashOf, openSectionOf, type SectionName } from './sections.ts';
import styles from './settings.module.css';
import { visibilityLabels } from './visibility-labels.ts';

const waiting = <Loading label="Loading the settings" />;
const Account = lazyPart({
  name: 'The settings of your account',
  load: async () => (await loadChunk(() => import('./account.tsx'))).Account,
  waiting,
});
const Security = lazyPart({
  name: 'The security settings',
  load: async () => (await loadChunk(() => import('./security/security.tsx'))).Security,
  waiting,
});
const Preferences = lazyPart({
  name: 'The preferences',
  load: async () => (await loadChunk(() => import('./preferences.tsx'))).Preferences,
  waiting,
});
const NotificationChoices = lazyPart({
  name: 'The choice of notifications',
  load: async () => (await loadChunk(() => import('./notification-choices.ts'))).NotificationChoices,
  waiting,
});
const Privacy = lazyPart({
  name: 'The privacy settings',
  load: async () => (await loadChunk(() => import('./privacy.tsx'))).Privacy,
  waiting,
});
const OwnData = lazyPart({
  name: 'The download of your data',
  load: async () => (await loadChunk(() => import('./own-data.tsx'))).OwnData,
  waiting,
});
const ConnectedServices = lazyPart({
  name: 'The connected services',
  load: async () => (await loadChunk(() => import('../../transfers/sync/index.ts'))).ConnectedServices,
  waiting,
});
const DeviceSettings = lazyPart({
  name: 'The settings of this device',
  load: async () => (await loadChunk(() => import('../installed/index.ts'))).DeviceSettings,
  waiting,
});
const SharedDevice = lazyPart({
  name: 'The list of this device',
  load: async () => (await loadChunk(() => import('./devices/shared-device.tsx'))).SharedDevice,
  waiting,
});
const Membership = lazyPart({
  name: 'Your membership',
  load: async () => (await loadChunk(() => import('./membership.tsx'))).Membership,
  waiting,
});

/** The width that has room for a section beside the list of all. */
const wide = '(min-width: 56rem)';

export function SettingsPage() {
  const user = useCurrentUser();
  useLinkError();
  const { data: login } = useQuery(loginQuery);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide);
  return (
    <Page isNarrow>
      <h1>Settings</h1>
      <p className={styles.saving}>Choices are saved as you make them, texts with their Save button.</p>
      <SectionList
        sections={sectionsOf(user, login?.email ?? '')}
        open={openSectionOf(hash, isWide)}
        isWide={isWide}
        onToggle={(open) => void navigate({ hash: hashOf(open) }, { preventScrollReset: true })}
      />
    </Page>
  );
}

function sectionsOf(user: OwnUser, email: string): Section<SectionName>[] {
  const memberSince = formatFullDay(dayOf(user.createdAt, viewerTimeZone()));
  const look = [colorThemes[user.themeColor], tintColors[user.tintColor]].join(', ');
  const partner = user.trainingPartner;
  return [
    {
      name: 'profile',
      title: 'Profile',
      summary: user.displayName,
      content: <Profile user={user} />,
    },
    { name: 'account', title: 'Account', summary: email, content: <Account email={email} /> },
    {
      name: 'security',
      title: 'Security',
      summary: "Second factor, and where you're logged in",
      content: <Security uid={user.uid} />,
    },
    {
      name: 'preferences',
      title: 'Preferences',
      summary: partner === null ? look : `${look}. Training with ${partner.displayName}`,
      content: <Preferences user={user} />,
    },
    {
      name: 'voice',
      title: 'Sounds and voice',
      summary: 'What this device speaks while you row',
      content: <VoiceSettings />,
    },
    {
      name: 'device',
      title: 'This device',
      summary: 'The installed app, the space it takes, and who shares it',
      content: (
        <>
          <DeviceSettings />
          <SharedDevice />
        </>
      ),
    },
    {
      name: 'notifications',
      title: 'Notifications',
      summary: 'Which you get by email, and on this device',
      content: <NotificationChoices />,
    },
    {
      name: 'privacy',
      title: 'Privacy',
      summary: visibilityLabels[user.visibility],
      content: <Privacy user={user} />,
    },
    {
      name: 'services',
      title: 'Connected services',
      summary: 'intervals.icu and the Concept2 Logbook',
      content: <ConnectedServices userId={user._id} />,
    },
    {
      name: 'data',
      title: 'Your data',
      summary: 'Download your data, or delete your account',
      content: <OwnData user={user} />,
    },
    {
      name: 'membership',
      title: 'Membership',
      summary: `Since ${memberSince}`,
      content: <Membership memberSince={memberSince} />,
    },
  ];
}

/** Returns the message for the error code that a failed link to confirm an email adds to the URL. */
function wordsOfLinkError(code: string): string {
  return code === 'EMAIL_TAKEN'
    ? 'This email address belongs to another account.'
    : 'This link is no longer valid. Change your email again for a new one.';
}

function useLinkError(): void {
  const [search, setSearch] = useSearchParams();
  const code = search.get('error');
  useEffect(() => {
    if (code === null) return;
    showErrorToast(wordsOfLinkError(code));
    setSearch({}, { replace: true });
  }, [code, setSearch]);
}
