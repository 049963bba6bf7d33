import { colorThemes, tintColors, type OwnUser } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { dayOf, formatFullDay, viewerTimeZone } from '../../lib/format.ts';
import { productQuery } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import { Page } from '../../ui/page.tsx';
import { loginQuery, useCurrentUser } from '../auth/index.ts';
import { MailChoice } from '../notifications/index.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { hasPasswordQuery, useSaveEmail } from './api.ts';
import { hashWithToggled, openSectionsOf, type SectionName } from './open-sections.ts';
import { PasswordSetting } from './password-setting.tsx';
import { Preferences } from './preferences.tsx';
import { Privacy, visibilityLabels } from './privacy.tsx';
import { Profile } from './profile.tsx';
import { SecondFactor } from './security/second-factor.tsx';
import { Logins } from './security/logins.tsx';
import styles from './settings.module.css';
import { TextSetting } from './text-setting.tsx';

const notYet = () => showToast('We apologize, but this feature is currently in development');

/** RFC 5321: the longest address that mail can be sent to. */
const emailMax = 254;

export function SettingsPage() {
  const user = useCurrentUser();
  useLinkError();
  const { data: login } = useQuery(loginQuery);
  const email = login?.email ?? '';
  const memberSince = formatFullDay(dayOf(user.createdAt, viewerTimeZone()));
  const look = [colorThemes[user.themeColor], tintColors[user.tintColor]].join(', ');
  const partner = user.trainingPartner;
  return (
    <Page isNarrow>
      <h1>Settings</h1>
      <Section name="membership" title="Membership" summary={`Since ${memberSince}`}>
        <Membership memberSince={memberSince} />
      </Section>
      <Section name="account" title="Account" summary={email}>
        <Account user={user} email={email} />
      </Section>
      <Section name="security" title="Security" summary="Second factor, and where you're logged in">
        <SecondFactor uid={user.uid} />
        <Logins uid={user.uid} />
      </Section>
      <Section name="profile" title="Profile" summary={user.displayName}>
        <Profile user={user} />
      </Section>
      <Section name="privacy" title="Privacy" summary={visibilityLabels[user.visibility]}>
        <Privacy user={user} />
      </Section>
      <Section name="notifications" title="Notifications" summary="Which notifications you get by email">
        <MailChoice />
      </Section>
      <Section
        name="preferences"
        title="Preferences"
        summary={partner === null ? look : `${look}. Training with ${partner.displayName}`}
      >
        <Preferences user={user} />
      </Section>
    </Page>
  );
}

type SectionProps = { name: SectionName; title: string; summary: ReactNode; children: ReactNode };

function Section({ name, ...rest }: SectionProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  return (
    <Disclosure
      {...rest}
      id={name}
      isOpen={openSectionsOf(hash).includes(name)}
      onToggle={() =>
        void navigate({ hash: hashWithToggled(hash, name) }, { replace: true, preventScrollReset: true })
      }
    />
  );
}

function Membership({ memberSince }: { memberSince: string }) {
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Member since</dt>
          <dd>{memberSince}</dd>
        </div>
        <div>
          <dt>Subscription</dt>
          <dd>None</dd>
        </div>
      </dl>
      <div>
        <Button onClick={notYet}>Change subscription</Button>
      </div>
    </>
  );
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

function Account({ user, email }: { user: OwnUser; email: string }) {
  const { data: product } = useQuery(productQuery);
  const { data: hasPassword } = useQuery(hasPasswordQuery(user.uid));
  const saveEmail = useSaveEmail();
  return (
    <>
      {product?.passwordSignIn === false ? (
        <EmailElsewhere email={email} provider={product.popupSignIn} />
      ) : (
        <TextSetting
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={emailMax}
          value={email}
          onSave={async (newEmail) => {
            const { isInForce } = await saveEmail.mutateAsync(newEmail);
            return isInForce ? 'Changes saved' : `Check your email for a link that confirms ${newEmail}.`;
          }}
        />
      )}
      {hasPassword === true && <PasswordSetting />}
      <div className={styles.data}>
        <p className={styles.note}>
          A ZIP file with your profile, activities with every stroke, comments, sessions and images.
        </p>
        <DownloadData />
        <DeleteAccount user={user} />
      </div>
    </>
  );
}

/** The email is managed by a provider, so it can't be changed here. */
function EmailElsewhere({ email, provider }: { email: string; provider: string | null }) {
  return (
    <div>
      <dl className={styles.facts}>
        <div>
          <dt>Email</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <p className={styles.note}>You can change it at {provider ?? 'your sign-in provider'}.</p>
    </div>
  );
}
