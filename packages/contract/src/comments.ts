import { visible } from './text.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { UserRefSchema } from './users.ts';

const remark = {
  _id: IdSchema,
  /** Of a comment the activity, of a reply the comment. */
  parent: IdSchema,
  user: UserRefSchema,
  /** Empty once it is removed: what was removed is told to nobody. */
  message: z.string(),
  removed: z.boolean(),
  createdAt: TimeSchema,
};

export const ReplySchema = z.object(remark);
export type Reply = z.infer<typeof ReplySchema>;

export const CommentSchema = z.object({ ...remark, replies: z.array(ReplySchema) });
export type Comment = z.infer<typeof CommentSchema>;

export const CommentMessageSchema = z
  .string()
  .check(
    z.trim(),
    visible('A message is required'),
    z.maxLength(limits.commentMax, `At most ${limits.commentMax} characters`),
  );

export const LikesSchema = z.object({ count: z.int(), didLike: z.boolean() });
export type Likes = z.infer<typeof LikesSchema>;

const NewRemarkSchema = z.strictObject({ parent: IdSchema, user: IdSchema, message: CommentMessageSchema });
const ParentParamsSchema = z.strictObject({ parentId: IdSchema });

/** What is said of an activity, by whoever may read its session. */
export const comments = {
  ofParent: endpoint({
    method: 'GET',
    path: '/comments/parent/:parentId',
    summary: 'The comments on an activity with their replies, each the oldest first',
    auth: 'user',
    params: ParentParamsSchema,
    response: z.array(CommentSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/comments',
    summary: 'Comment on an activity',
    auth: 'user',
    caller: ['body.user'],
    body: NewRemarkSchema,
    response: CommentSchema,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/comments/reply',
    summary: 'Reply to a comment; `parent` is the comment',
    auth: 'user',
    caller: ['body.user'],
    body: NewRemarkSchema,
    response: ReplySchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/comments',
    summary: 'Remove a comment of the caller; its place and its replies stay',
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ comment: IdSchema, user: IdSchema }),
    response: CommentSchema,
  }),
  removeReply: endpoint({
    method: 'DELETE',
    path: '/comments/reply',
    summary: 'Remove a reply of the caller; its place stays',
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ reply: IdSchema, parent: IdSchema, user: IdSchema }),
    response: ReplySchema,
  }),
};

export const likes = {
  ofParent: endpoint({
    method: 'GET',
    path: '/likes/parent/:parentId',
    summary: 'How many like an activity, and whether the caller does',
    auth: 'user',
    caller: ['query.user'],
    params: ParentParamsSchema,
    query: z.strictObject({ user: IdSchema }),
    response: LikesSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/likes',
    summary: 'Like an activity; asking again answers the same',
    auth: 'user',
    caller: ['body.user'],
    body: z.strictObject({ user: IdSchema, parent: IdSchema }),
    response: LikesSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/likes',
    summary: 'Take a like back; asking again answers the same',
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ user: IdSchema, parent: IdSchema }),
    response: LikesSchema,
  }),
};
