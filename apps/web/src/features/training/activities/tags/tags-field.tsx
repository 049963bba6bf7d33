import { tags as calls, TagSchema } from '@boathouse/contract/activities/tags';
import { limits } from '@boathouse/contract/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { apiQuery } from '../../../../lib/api-query.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldGroup } from '../../../../ui/field-group.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Chip, chipsClass } from '../../../../ui/list/chip.tsx';
import { useRowFocus } from '../../../../ui/use-row-focus.ts';
import styles from './tags-field.module.css';

export type TagsFieldProps = {
  userId: string;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** Why the last change was not stored. */
  error?: string | null;
};

/** Number of offered tags: more would hide the form. */
const offeredMax = 12;

const folded = (tag: string) => tag.toLowerCase();

/** Fetches the tags that the viewer has given to activities. */
export function usedTagsOf(userId: string) {
  return queryOptions({
    queryKey: ['activities', 'tags', userId],
    ...apiQuery(calls.used, { params: { id: userId } }, ({ tags }) => tags),
  });
}

/**
 * Accepts typed text before a press outside the field acts, because that press may store the tags, like Enter in
 * another field. Not on blur, because the tag would move the button away from the pointer.
 */
function usePressOutside(isTyped: boolean, chipsRef: RefObject<HTMLDivElement | null>, take: () => void) {
  const takeTyped = useEffectEvent(({ target }: Event) => {
    const group = chipsRef.current?.closest('fieldset');
    if (target instanceof Node && group?.contains(target) !== true) flushSync(take);
  });
  useEffect(() => {
    if (!isTyped) return;
    document.addEventListener('click', takeTyped, { capture: true });
    return () => document.removeEventListener('click', takeTyped, { capture: true });
  }, [isTyped]);
}

/** Edits a list of tags: each is a button that removes it; new ones are typed, or chosen from those used before. */
export function TagsField({ userId, tags, onChange, error = null }: TagsFieldProps) {
  const [isEntered, setIsEntered] = useState(false);
  // Without the tags used before, all can still be typed.
  const { data: used = [] } = useQuery({ ...usedTagsOf(userId), enabled: isEntered });
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const chipsRef = useRef<HTMLDivElement>(null);
  useRowFocus(chipsRef, [tags]);
  const has = (tag: string) => tags.some((each) => folded(each) === folded(tag));
  const isFull = tags.length >= limits.tagsMax;
  const offered = isFull ? [] : used.filter((tag) => !has(tag)).slice(0, offeredMax);

  /** A comma separates several. */
  function addTyped() {
    const typed = text.split(',').filter((each) => each.trim() !== '');
    const parsed = typed.map((each) => TagSchema.safeParse(each));
    const wrong = parsed.find((each) => !each.success);
    const added = parsed.flatMap((each) => (each.success && !has(each.data) ? [each.data] : []));
    if (wrong?.error !== undefined) return setProblem(wrong.error.issues[0]?.message ?? 'Type another tag');
    if (tags.length + added.length > limits.tagsMax) return setProblem(`At most ${limits.tagsMax} tags`);
    setProblem(null);
    setText('');
    if (added.length > 0) onChange([...tags, ...added]);
  }

  const isTyped = text.trim() !== '';
  usePressOutside(isTyped, chipsRef, addTyped);

  return (
    <FieldGroup label="Tags" className={styles.field}>
      <div ref={chipsRef} tabIndex={-1} className={`${chipsClass} ${styles.chosen}`}>
        {tags.map((tag) => (
          <span key={tag} data-row={tag}>
            <Chip label={`Remove ${tag}`} onRemove={() => onChange(tags.filter((each) => each !== tag))}>
              {tag}
            </Chip>
          </span>
        ))}
      </div>
      <div className={styles.line}>
        <TextInput
          aria-label="New tag"
          dir="auto"
          autoComplete="off"
          placeholder="test, winter, hard"
          value={text}
          disabled={isFull}
          error={problem ?? error}
          onFocus={() => setIsEntered(true)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            // Enter would send the form around it.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            addTyped();
          }}
        />
        <Button disabled={isFull || !isTyped} onClick={addTyped}>
          Add
        </Button>
      </div>
      {offered.length > 0 && (
        <div className={chipsClass}>
          {offered.map((tag) => (
            <Button key={tag} look="quiet" aria-label={`Add ${tag}`} onClick={() => onChange([...tags, tag])}>
              {`+ ${tag}`}
            </Button>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
