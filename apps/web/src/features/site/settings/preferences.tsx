import { colorThemes, tintColors, type OwnUser } from '@boathouse/contract/users';
import { modes, tints } from '../../../ui/appearance.ts';
import { ChoiceTiles } from '../../../ui/choice/choice-tiles.tsx';
import { useAppearanceChoice } from './appearance.ts';
import styles from './preferences.module.css';
import { SingleKeys } from './single-keys.tsx';
import { TrainingPartner } from './training-partner.tsx';
import { UnitsAndTimes } from './units-and-times.tsx';

export function Preferences({ user }: { user: OwnUser }) {
  const { appearance, chooseMode, chooseTint } = useAppearanceChoice(user);
  return (
    <>
      <ChoiceTiles
        label="Color Mode"
        chosen={appearance.mode}
        onChoose={chooseMode}
        choices={modes.map((mode, index) => ({
          value: mode,
          label: colorThemes[index] ?? mode,
          picture: (
            <span className={styles.screen} data-mode={mode} data-tint={appearance.tint}>
              <span className={styles.figure}>1:58</span>
              <span className={styles.unit}>/500 m</span>
              <span className={styles.course} />
            </span>
          ),
        }))}
      />
      <ChoiceTiles
        label="Tint Color"
        chosen={appearance.tint}
        onChoose={chooseTint}
        choices={tints.map((tint, index) => ({
          value: tint,
          label: tintColors[index] ?? tint,
          picture: <span className={styles.tint} data-mode={appearance.mode} data-tint={tint} />,
        }))}
      />
      <UnitsAndTimes user={user} />
      <SingleKeys />
      <TrainingPartner user={user} />
    </>
  );
}
