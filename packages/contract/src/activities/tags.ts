import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** One or a few words by which an athlete finds activities again; several spaces become one. */
export const TagSchema = z.pipe(
  z.string().check(z.normalize()),
  z.pipe(
    z.transform((text: string) => text.trim().replace(/\s+/g, ' ')),
    z
      .string()
      .check(
        z.minLength(1, 'Must not be empty'),
        z.maxLength(limits.tagLengthMax, `At most ${limits.tagLengthMax} characters`),
        z.regex(/^[^,]*$/, 'Must not have a comma'),
      ),
  ),
);

/** Tags of one activity, in the order of the athlete. Duplicates are left out, ignoring case. */
export const TagsSchema = z.pipe(
  z.array(TagSchema).check(z.maxLength(limits.tagsMax, `At most ${limits.tagsMax} tags`)),
  z.transform((tags: string[]) => {
    const folded = tags.map((tag) => tag.toLowerCase());
    return tags.filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
  }),
);

const TagListSchema = z.object({ tags: z.array(z.string()) });

/** Words by which an athlete finds activities again. A separate module, because few pages need it at first. */
export const tags = {
  set: endpoint({
    method: 'PUT',
    path: '/activities/:id/tags',
    summary:
      `Replace the caller's tags of their activity, ${limits.tagsMax} at most, which only they see. The activity and the ` +
      'search of past workouts have them, and the search finds by one.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ tags: TagsSchema }),
    response: TagListSchema,
  }),
  used: endpoint({
    method: 'GET',
    path: '/activities/user/:id/tags',
    summary: `The tags that the caller has given to activities, by the alphabet, ${limits.usedTagsMax} at most`,
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: TagListSchema,
  }),
};
