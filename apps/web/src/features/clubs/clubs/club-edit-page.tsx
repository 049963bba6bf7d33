import type { Club, ClubPatch } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { TextInput } from '../../../ui/field/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type Ref, type SubmitEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, errorIdOf, isNotThere, messageOf } from '../../../lib/api.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useUnsaved } from '../../../lib/unsaved/use-unsaved.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { LoadingPage, UnavailablePage } from '../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { Page } from '../../../ui/page.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { clubByUrl, useSaveClub } from './api.ts';
import { draftFields, modifiedOf, withoutSaved, type ClubDraft } from './club-draft.ts';
import styles from './club-form.module.css';
import { ClubImagesPanel } from './club-images-panel.tsx';
import { useImageUploads } from './club-images.ts';
import { DescriptionField } from './description-field.tsx';
import { PrivacyChoice } from './privacy-choice.tsx';
import { isAdmin, membershipInClub } from './membership.ts';
import { UploadProgress } from './upload-progress.tsx';
import { ClubNotFound } from './club-not-found.tsx';

const WebhookPanel = lazyPart({
  name: 'The webhook',
  load: async () => (await loadChunk(() => import('./webhooks/webhook-panel.tsx'))).WebhookPanel,
});

export function ClubEditPage() {
  const { clubURL = '' } = useParams();
  const { data: club, error, refetch } = useQuery(clubByUrl(clubURL));
  if (club) return <EditIfAllowed key={club._id} club={club} />;
  if (isNotThere(error)) {
    return <ClubNotFound />;
  }
  return <Waiting error={error} onRetry={() => void refetch()} />;
}

function EditIfAllowed({ club }: { club: Club }) {
  const user = useCurrentUser();
  const { data: membership, error, refetch } = useQuery(membershipInClub(club._id, user._id));
  if (membership === undefined) return <Waiting error={error} onRetry={() => void refetch()} />;
  return isAdmin(membership.role) ? <ClubForm club={club} userId={user._id} /> : <NoPermission />;
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error !== null ? (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={onRetry}>
      This club couldn't be loaded.
    </UnavailablePage>
  ) : (
    <LoadingPage label="Loading the club" />
  );
}

function NoPermission() {
  const navigate = useNavigate();
  const hasShown = useRef(false);
  useEffect(() => {
    if (hasShown.current) return;
    hasShown.current = true;
    showErrorToast('You do not have permission to edit this club', { isForAnyPage: true });
    void navigate('/dashboard', { replace: true });
  }, [navigate]);
  return null;
}

const fieldWords = {
  name: 'name',
  description: 'description',
  isPrivate: 'privacy',
  ranksEntered: 'entered results',
  icon: 'icon',
  banner: 'banner',
} as const satisfies Record<keyof ClubDraft, string>;

function ClubForm({ club, userId }: { club: Club; userId: string }) {
  /** The edited fields; all others show the club's current values. */
  const [draft, setDraft] = useState<Partial<ClubDraft>>({});
  const nameRef = useRef<HTMLInputElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const saving = useSaving(club, userId);
  const modified = modifiedOf(club, draft);
  const modifiedFields = draftFields.filter((field) => field in modified);
  const unsaved = useUnsaved(modifiedFields.length > 0);
  const nameProblem = modified.name === '' ? 'A name is required' : undefined;
  const change = (part: Partial<ClubDraft>) => setDraft((now) => ({ ...now, ...part }));

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isBusy || modifiedFields.length === 0) return;
    if (nameProblem !== undefined) {
      nameRef.current?.focus();
      return;
    }
    const sent = draft;
    if (!(await saving.save(modified))) return;
    setDraft((now) => withoutSaved(now, sent));
    headingRef.current?.focus({ preventScroll: true });
  }

  function restore() {
    if (saving.isBusy) return;
    setDraft({});
    showToast('Restored current club information');
    headingRef.current?.focus({ preventScroll: true });
  }

  return (
    <Page isNarrow>
      <Link to={`/clubs/${club.customURL}/general`} className={styles.back}>
        <Avatar name={club.name} imageURL={club.iconURL} size={40} />
        {club.name}
      </Link>
      <h1 ref={headingRef} tabIndex={-1}>
        Edit club
      </h1>
      <form noValidate className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
        <ClubFields {...{ club, draft, nameRef, nameProblem }} onChange={change} />
        <ClubImagesPanel
          club={club}
          name={draft.name ?? club.name}
          icon={draft.icon ?? null}
          banner={draft.banner}
          onChange={change}
        />
        {modifiedFields.length > 0 && (
          <div role="group" aria-label="Unsaved changes" className={styles.changes}>
            <span className={styles.choices}>
              <Button type="submit" look="primary" isBusy={saving.isBusy}>
                Save Changes
              </Button>
              <Button aria-disabled={saving.isBusy} onClick={restore}>
                Cancel
              </Button>
            </span>
            {saving.upload ? (
              <UploadProgress upload={saving.upload} />
            ) : (
              <p>
                Not saved yet: <strong>{modifiedFields.map((field) => fieldWords[field]).join(', ')}</strong>
              </p>
            )}
          </div>
        )}
      </form>
      <Webhook clubId={club._id} />
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </Page>
  );
}

type ClubFieldsProps = {
  club: Club;
  draft: Partial<ClubDraft>;
  nameRef: Ref<HTMLInputElement>;
  nameProblem: string | undefined;
  onChange: (part: Partial<ClubDraft>) => void;
};

function ClubFields({ club, draft, nameRef, nameProblem, onChange }: ClubFieldsProps) {
  return (
    <Panel title="Club">
      <div className={styles.fields}>
        <TextInput
          ref={nameRef}
          label="Name"
          name="name"
          required
          autoComplete="off"
          maxLength={limits.clubNameMax}
          value={draft.name ?? club.name}
          error={nameProblem}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <DescriptionField
          description={draft.description ?? club.description}
          onChange={(description) => onChange({ description })}
        />
        <PrivacyChoice
          isPrivate={draft.isPrivate ?? club.isPrivate}
          onChange={(isPrivate) => onChange({ isPrivate })}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.ranksEntered ?? club.ranksEntered ?? false}
            onChange={(event) => onChange({ ranksEntered: event.currentTarget.checked })}
          />
          Entered results count for personal bests
        </label>
      </div>
    </Panel>
  );
}

/** Few clubs have one: its code loads on demand. */
function Webhook({ clubId }: { clubId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.more}>
      {isOpen ? (
        <WebhookPanel clubId={clubId} />
      ) : (
        <Button look="quiet" onClick={() => setIsOpen(true)}>
          Send results to another program
        </Button>
      )}
    </div>
  );
}

/** Stores the chosen images and sends only the modified fields. */
function useSaving(club: Club, userId: string) {
  const [isBusy, setIsBusy] = useState(false);
  const uploads = useImageUploads();
  const { mutateAsync } = useSaveClub(club, userId);
  const action = `save club ${club._id}`;

  async function attempt({ icon, banner, ...patch }: Partial<ClubDraft>): Promise<void> {
    const body: ClubPatch = { ...patch };
    if (icon !== undefined) body.iconURL = await uploads.store('icon', icon, club.customURL);
    if (banner === null) body.bannerURL = null;
    else if (banner !== undefined) body.bannerURL = await uploads.store('banner', banner, club.customURL);
    await mutateAsync(body);
  }

  /** Saves, shows the result as a toast, and returns whether everything was saved. */
  async function save(modified: Partial<ClubDraft>): Promise<boolean> {
    setIsBusy(true);
    try {
      await attempt(modified);
      showToast('Club changes saved', action);
      return true;
    } catch (error) {
      // Leaving the page ends its uploads.
      if (!uploads.isOver() || error instanceof ApiError) {
        showErrorToast(`Error saving changes. ${messageOf(error)}`, { action });
      }
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, upload: uploads.running, save };
}
