import type { NewClub } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { TextInput } from '../../../ui/field/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { useUnsaved } from '../../../lib/unsaved/use-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { Page } from '../../../ui/page.tsx';
import { customUrlAvailability, useCreateClub } from './api.ts';
import { problemOfCustomUrl, type ClubDraft } from './club-draft.ts';
import { ClubImagesPanel } from './club-images-panel.tsx';
import { useImageUploads } from './club-images.ts';
import { CustomUrlField } from './custom-url/custom-url-field.tsx';
import { useProposedCustomUrl } from './custom-url/custom-url-proposal.ts';
import { DescriptionField } from './description-field.tsx';
import styles from './club-form.module.css';
import { PrivacyChoice } from './privacy-choice.tsx';
import { UploadProgress } from './upload-progress.tsx';

/** A club is created with the defaults of the other settings. */
type NewDraft = Omit<ClubDraft, 'ranksEntered'>;

type Draft = Omit<NewDraft, 'icon'> & {
  icon: File | null;
  /** Null until the user has typed one: the proposal from the name is then used. */
  typedURL: string | null;
};
type Problems = Partial<Record<'name' | 'customURL' | 'icon', string>>;

const urlTaken = 'The club URL you have requested is not available. Try another.';

const empty: Draft = {
  name: '',
  typedURL: null,
  description: '',
  isPrivate: false,
  icon: null,
  banner: null,
};

/** Returns the problems in the order of the fields. */
function problemsOf(draft: Draft, customURL: string): Problems {
  const ofCustomUrl = problemOfCustomUrl(customURL);
  return {
    ...(draft.name.trim() === '' && { name: 'A name is required' }),
    ...(ofCustomUrl !== null && { customURL: ofCustomUrl }),
    ...(draft.icon === null && { icon: 'An icon is required' }),
  };
}

export function ClubCreatePage() {
  const [draft, setDraft] = useState(empty);
  const proposedURL = useProposedCustomUrl(draft.name, draft.typedURL === null);
  const customURL = draft.typedURL ?? proposedURL;
  const [areProblemsShown, setAreProblemsShown] = useState(false);
  // Problems update while typing once they are shown.
  const problems = areProblemsShown ? problemsOf(draft, customURL) : {};
  const formRef = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved(JSON.stringify(draft) !== JSON.stringify(empty));
  const creating = useCreation(unsaved.release);

  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (creating.isBusy) return;
    const found = problemsOf(draft, customURL);
    setAreProblemsShown(true);
    const { icon, typedURL: _, ...rest } = draft;
    const [first] = Object.keys(found);
    if (first === undefined && icon !== null) {
      void creating.create({ ...rest, icon, customURL });
      return;
    }
    const field = formRef.current?.elements.namedItem(first ?? '');
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <Page isNarrow>
      <h1>Create a club</h1>
      <form ref={formRef} noValidate className={styles.form} onSubmit={handleSubmit}>
        <Panel title="Club">
          <div className={styles.fields}>
            <TextInput
              label="Name"
              name="name"
              required
              autoComplete="off"
              maxLength={limits.clubNameMax}
              value={draft.name}
              error={problems.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <CustomUrlField
              customURL={customURL}
              problem={problems.customURL}
              onChange={(typedURL) => change({ typedURL })}
            />
            <DescriptionField
              description={draft.description}
              onChange={(description) => change({ description })}
            />
            <PrivacyChoice isPrivate={draft.isPrivate} onChange={(isPrivate) => change({ isPrivate })} />
          </div>
        </Panel>
        <ClubImagesPanel
          club={null}
          name={draft.name}
          icon={draft.icon}
          banner={draft.banner}
          iconProblem={problems.icon}
          onChange={change}
        />
        <div className={styles.send}>
          <Button type="submit" look="primary" isBusy={creating.isBusy}>
            Create club
          </Button>
          {creating.upload && <UploadProgress upload={creating.upload} />}
        </div>
      </form>
      {unsaved.isAsking && <LeaveDialog onLeave={unsaved.leave} onStay={unsaved.stay} />}
    </Page>
  );
}

const action = 'create club';

/** Checks again that the custom URL is available, stores the images below it, and creates the club. */
function useCreation(onCreated: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const uploads = useImageUploads();
  const { mutateAsync } = useCreateClub();

  async function attempt({ icon, banner, ...rest }: NewDraft & { customURL: string }): Promise<void> {
    const { customURL } = rest;
    const isAvailable = await client.query(customUrlAvailability(customURL));
    if (!isAvailable) {
      showErrorToast(urlTaken, { action });
      return;
    }
    const iconURL = await uploads.store('icon', icon, customURL);
    const bannerURL = banner === null ? null : await uploads.store('banner', banner, customURL);
    const club: NewClub = { ...rest, iconURL, bannerURL };
    const made = await mutateAsync(club);
    showToast('Club created', action);
    onCreated();
    if (!uploads.isOver()) await navigate(`/clubs/${made.customURL}/general`);
  }

  async function create(draft: NewDraft & { customURL: string }): Promise<void> {
    setIsBusy(true);
    try {
      await attempt(draft);
    } catch (error) {
      // Leaving the page ends its uploads.
      if (uploads.isOver() && !(error instanceof ApiError)) return;
      // Another club has taken the URL since the check.
      if (error instanceof ApiError && error.code === 'already_exists') showErrorToast(urlTaken, { action });
      else showErrorToast(`Error creating club. ${messageOf(error)}`, { action });
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, upload: uploads.running, create };
}
