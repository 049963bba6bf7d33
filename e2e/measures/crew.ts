import { activities } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents, liveProtocol, type LiveSample } from '@boathouse/contract/live';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { encodeSample } from '@boathouse/contract/live/messages';
import type { Session } from '@boathouse/contract/sessions';
import { signUpFrom } from '../fixtures/product.ts';
import { call } from '../fixtures/product-api.ts';

/** Rowers without a page, who send a sample 4 times a second. */
type Crew = { close(): void };

/** Lets `count` rowers begin the first item of the session and row it. */
export async function rowTogether(baseURL: string, session: Session, count: number): Promise<Crew> {
  const sockets: WebSocket[] = [];
  for (let place = 0; place < count; place += 1) {
    sockets.push(await rowerOf(baseURL, session, place));
  }
  return {
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

async function rowerOf(baseURL: string, session: Session, place: number): Promise<WebSocket> {
  const { person, api, user } = await signUpFrom(baseURL, `10.0.0.${place + 1}`, `Rower ${place + 1}`);
  const activity = await call(api, activities.create, {
    body: { user: user._id, session: session._id, workoutItemIndex: 0 },
  });
  await api.dispose();
  const cookie = person.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return connect(baseURL, { session: session._id, user: user._id, activity: activity._id, cookie, place });
}

type Place = { session: string; user: string; activity: string; cookie: string; place: number };

function connect(baseURL: string, { session, user, activity, cookie, place }: Place): Promise<WebSocket> {
  const address = new URLSearchParams(liveAddressOf(session)).toString();
  const url = `${baseURL.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&${address}`;
  const headers = { cookie, origin: baseURL };
  // Node's constructor accepts headers; a browser's does not.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers }]);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The rower has no live connection')));
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string') return;
      if (data === '2') socket.send('3');
      else if (data.startsWith('0')) socket.send(`40${JSON.stringify({ protocol: liveProtocol })}`);
      else if (data.startsWith('40')) {
        socket.send(`420${JSON.stringify([liveEvents.joinRoom, { user, room: session }])}`);
      } else if (data.startsWith('430')) {
        if (data.includes('"ok":false')) return reject(new Error(data));
        // The golden ratio spreads any number of rowers evenly over the time between two samples.
        setTimeout(() => send(socket, activity, place), ((place * 0.618) % 1) * liveLimits.sampleMs);
        resolve(socket);
      }
    });
  });
}

function send(socket: WebSocket, activity: string, place: number): void {
  const startedAtMs = performance.now();
  const timer = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return clearInterval(timer);
    const sample = sampleAt((performance.now() - startedAtMs) / 1000, place);
    socket.send(encodeSample({ activity, acknowledged: null, sample }));
  }, liveLimits.sampleMs);
}

const pieceM = 10_000;

/** The values of a rower: time and distance change with each sample, pace and rate with each stroke. */
function sampleAt(elapsedSec: number, place: number): LiveSample {
  const stroke = Math.floor(elapsedSec / 2.1);
  const pace = 115 + (place % 20) + Math.sin(stroke + place) * 2;
  const distance = Math.min(pieceM, (elapsedSec * 500) / (115 + (place % 20)));
  return {
    phase: 'rowing',
    elapsedTime: elapsedSec,
    distance,
    currentPace: pace,
    averagePace: 115 + (place % 20),
    strokeRate: 26 + (stroke % 3),
    heartRate: 140 + (stroke % 20),
    isSimulated: false,
    power: Math.round(2.8 / (pace / 500) ** 3),
    dragFactor: 115,
    left: { kind: 'distance', value: pieceM - distance },
    unsent: 0,
  };
}
