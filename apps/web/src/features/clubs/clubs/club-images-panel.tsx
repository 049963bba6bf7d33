import type { Club } from '@boathouse/contract/clubs';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { ClubDraft } from './club-draft.ts';
import styles from './club-form.module.css';
import { ClubImage } from './club-image.tsx';

type ClubImagesPanelProps = {
  /** The existing club; null on the form for a new club, which needs an icon. */
  club: Club | null;
  /** The form's present image. */
  name: string;
  icon: File | null;
  /** Undefined without a choice, null for the default banner. */
  banner: File | null | undefined;
  iconProblem?: string | undefined;
  onChange: (part: Partial<Pick<ClubDraft, 'icon' | 'banner'>>) => void;
};

/** The icon and banner fields of a club form. */
export function ClubImagesPanel({ club, name, icon, banner, iconProblem, onChange }: ClubImagesPanelProps) {
  return (
    <Panel title="Images">
      <div className={styles.fields}>
        <ClubImage
          what="icon"
          file={icon}
          storedURL={club?.iconURL ?? null}
          clubName={name}
          isRequired={club === null}
          problem={iconProblem}
          onChoose={(file) => onChange({ icon: file })}
        />
        <div>
          <ClubImage
            what="banner"
            file={banner ?? null}
            storedURL={banner === null ? null : (club?.bannerURL ?? null)}
            onChoose={(file) => onChange({ banner: file })}
          />
          <div className={styles.default}>
            <Button
              look="quiet"
              onClick={() => {
                onChange({ banner: null });
                showToast('Set default banner');
              }}
            >
              Use default banner
            </Button>
          </div>
        </div>
      </div>
    </Panel>
  );
}
