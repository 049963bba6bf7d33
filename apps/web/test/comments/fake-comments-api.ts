import type { Comment, Likes, Reply } from '@boathouse/contract/comments';
import type { UserRef } from '@boathouse/contract/users';
import { FakeApi, refusal, type Call, type Reply as ApiReply } from '../fake-api.ts';
import { idOf } from '../people.ts';
import { nowMs } from '../now.ts';

type CommentParts = Partial<Comment> & Pick<Comment, '_id' | 'parent' | 'user'>;

export function buildComment(parts: CommentParts): Comment {
  return {
    message: 'Well rowed',
    removed: false,
    createdAt: '2025-11-21T18:00:00.000Z',
    replies: [],
    ...parts,
  };
}

export function buildReply(parts: CommentParts): Reply {
  const { replies: _, ...reply } = buildComment(parts);
  return reply;
}

/** An in-memory API of comments and likes for tests. */
export class FakeCommentsApi extends FakeApi {
  people: UserRef[] = [];
  comments: Comment[] = [];
  likes: { activity: string; user: string }[] = [];
  /** The error message of every change; null accepts changes. */
  refusal: string | null = null;
  /** Whether every read fails. */
  isDown = false;
  #made = 5000;

  protected override usual(call: Call): ApiReply {
    if (call.method === 'GET' && this.isDown) return refusal(400, 'Not now');
    if (call.method !== 'GET' && this.refusal !== null) return refusal(400, this.refusal);
    return { body: this.#answer(call) };
  }

  #answer({ method, path, query, body }: Call): Comment[] | Comment | Reply | Likes {
    const last = path.split('/').at(-1) ?? '';
    switch (`${method} ${path.startsWith('/api/likes') ? 'likes' : path.slice('/api/'.length)}`) {
      case `GET comments/parent/${last}`:
        return this.comments.filter(({ parent }) => parent === last);
      case 'POST comments': {
        const made = buildComment(this.#newComment(body));
        this.comments = [...this.comments, made];
        return made;
      }
      case 'POST comments/reply': {
        const made = buildReply(this.#newComment(body));
        this.#change(made.parent, (comment) => ({ ...comment, replies: [...comment.replies, made] }));
        return made;
      }
      case 'DELETE comments':
        return this.#change(query['comment'], (comment) => ({ ...comment, message: '', removed: true }));
      case 'DELETE comments/reply': {
        const { replies } = this.#change(query['parent'], (comment) => ({
          ...comment,
          replies: comment.replies.map((reply) =>
            reply._id === query['reply'] ? { ...reply, message: '', removed: true } : reply,
          ),
        }));
        return found(replies.find(({ _id }) => _id === query['reply']));
      }
      case 'GET likes':
        return this.#likesOf(last, query['user']);
      case 'POST likes': {
        const like = { activity: String(body['parent']), user: String(body['user']) };
        this.likes = [...this.likes, like];
        return this.#likesOf(like.activity, like.user);
      }
      case 'DELETE likes':
        this.likes = this.likes.filter(
          ({ activity, user }) => activity !== query['parent'] || user !== query['user'],
        );
        return this.#likesOf(query['parent'], query['user']);
      default:
        throw new Error(`No fake response for ${method} ${path}`);
    }
  }

  #newComment(body: Record<string, unknown>): CommentParts {
    this.#made += 1;
    return {
      _id: idOf(this.#made),
      parent: String(body['parent']),
      user: found(this.people.find(({ _id }) => _id === body['user'])),
      message: String(body['message']),
      createdAt: new Date(nowMs()).toISOString(),
    };
  }

  #change(id: string | undefined, change: (comment: Comment) => Comment): Comment {
    const changed = change(found(this.comments.find(({ _id }) => _id === id)));
    this.comments = this.comments.map((comment) => (comment._id === id ? changed : comment));
    return changed;
  }

  #likesOf(activityId: string | undefined, userId: string | undefined): Likes {
    const those = this.likes.filter(({ activity }) => activity === activityId);
    const likers = those.flatMap(({ user }) => this.people.find(({ _id }) => _id === user) ?? []);
    return { count: those.length, didLike: those.some(({ user }) => user === userId), likers };
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The test requests an unknown comment or user');
  return value;
}
