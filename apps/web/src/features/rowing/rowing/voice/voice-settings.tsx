import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { FieldGroup } from '../../../../ui/field-group.tsx';
import { spokenTopics, type SpokenTopic } from './sentence.ts';
import { browserSynthesis, notSpoken, speakerOf, type SpeechOutcome } from './speaker.ts';
import { setVoiceChoice, useVoiceChoice } from './voice-choice.ts';
import styles from './voice-settings.module.css';

const labels: Record<SpokenTopic, string> = {
  startAndEnd: 'Start and end, with your place',
  splits: 'Each split and interval',
  targets: 'Targets lost and regained',
  lastPart: 'The last 100 m, or the last 30 seconds',
  coach: 'Words that a coach sends you',
};

const example = '500 m, 2:02.0, rate 24';

/**
 * Chooses whether this device speaks while its user rows, and about which topics. Each choice is stored immediately.
 */
export function VoiceSettings() {
  const choice = useVoiceChoice();
  const noteId = useId();
  const synthesis = browserSynthesis();
  if (synthesis === null) {
    return <p className={styles.note}>This browser can't speak. A screen reader reads out the same.</p>;
  }
  const { isOn, topics } = choice;
  return (
    <div className={styles.choices}>
      <div>
        <label className={styles.topic}>
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby={noteId}
            onChange={({ currentTarget: { checked } }) => {
              setVoiceChoice({ ...choice, isOn: checked });
              if (!checked) speakerOf(synthesis).stop();
            }}
          />
          Speak while I row
        </label>
        <p id={noteId} className={styles.note}>
          On this device only. A monitor that stops sending is always spoken of. Screen readers read all of it
          out in any case.
        </p>
      </div>
      <FieldGroup label="What is spoken" className={styles.topics}>
        {spokenTopics.map((topic) => (
          <label key={topic} className={styles.topic}>
            <input
              type="checkbox"
              checked={topics.includes(topic)}
              onChange={({ currentTarget: { checked } }) =>
                setVoiceChoice({
                  ...choice,
                  topics: spokenTopics.filter((each) => (each === topic ? checked : topics.includes(each))),
                })
              }
            />
            {labels[topic]}
          </label>
        ))}
      </FieldGroup>
      <TestButton synthesis={synthesis} />
    </div>
  );
}

function TestButton({ synthesis }: { synthesis: SpeechSynthesis }) {
  const [outcome, setOutcome] = useState<SpeechOutcome | 'speaking' | null>(null);
  async function speak() {
    setOutcome('speaking');
    setOutcome(await speakerOf(synthesis).say(example));
  }
  return (
    <div className={styles.test}>
      <Button isBusy={outcome === 'speaking'} onClick={() => void speak()}>
        Test the voice
      </Button>
      <p role="status">
        {outcome === 'failed' ? notSpoken : outcome === 'spoken' ? `Spoken: ${example}` : ''}
      </p>
    </div>
  );
}
