import type { FastifyInstance } from 'fastify';
import { raceDay as contract } from '@boathouse/contract/races/day';
import { raceResults } from '@boathouse/contract/races/results';
import { startLists } from '@boathouse/contract/races/start-lists';
import { route } from '../../../../http/route.ts';
import {
  chooseAttempt,
  confirmAttempts,
  decideProtest,
  enterAttempt,
  enterFile,
  logOf,
  makeOfficial,
  makeProvisional,
  noteProtest,
  raceInFull,
  reopenRace,
} from '../attempts/service.ts';
import { advanceOf, drawCategory, drawFinal, publishRaces, setTimetable } from '../draw/service.ts';
import { applyList, listOfEvent, listOfRace, previewList } from '../lists/service.ts';
import { nowOf, nowOfPage, racesOfUser } from '../now/service.ts';
import { beforeOf } from '../former/service.ts';
import { newRecentReplays, replayOfPage } from '../replays/service.ts';
import { pageFile, pageOf, resultFile, resultsOf } from '../results/service.ts';
import { adminCheck, itself, type RaceParts } from '../routes.ts';
import { findEventOfCategory, findEventOfRace } from '../store.ts';
import {
  armRace,
  callRace,
  finishRace,
  releaseControl,
  rerowRace,
  seatEntry,
  setLane,
  startRace,
  stopRace,
  swapLanes,
  takeControl,
} from './service.ts';

/** Start lists, draw and timetable. */
export function drawRoutes(app: FastifyInstance, parts: RaceParts): void {
  const { db, now } = parts;
  const check = adminCheck(parts);
  const ofCategory = (id: string) => findEventOfCategory(db, id);

  route(app, startLists.preview, ({ params, body, caller }) =>
    previewList(db, params.id, caller.user._id, body),
  );
  route(
    app,
    startLists.apply,
    check(itself, ({ params, body, caller }) => applyList(parts, params.id, caller.user._id, body)),
  );
  route(app, startLists.ofEvent, ({ params, caller }) => listOfEvent(db, params.id, caller.user._id));
  route(app, startLists.ofRace, ({ params, query, caller }) =>
    listOfRace(db, params.id, caller.user._id, query.format),
  );
  route(
    app,
    contract.draw,
    check(ofCategory, ({ params, body, caller }) =>
      drawCategory(db, params.id, caller.user._id, body.action, now()),
    ),
  );
  route(app, contract.advance, ({ params, caller }) => advanceOf(db, params.id, caller.user._id));
  route(
    app,
    contract.drawFinal,
    check(ofCategory, ({ params, body, caller }) => drawFinal(db, params.id, caller.user._id, body, now())),
  );
  route(
    app,
    contract.timetable,
    check(itself, ({ params, body, caller }) =>
      setTimetable(db, params.id, caller.user._id, body.races, now()),
    ),
  );
  route(
    app,
    contract.publish,
    check(itself, ({ params, caller }) => publishRaces(db, params.id, caller.user._id, now())),
  );
}

/** Running the races. */
export function dayRoutes(app: FastifyInstance, parts: RaceParts): void {
  const { db } = parts;
  const check = adminCheck(parts);
  const ofRace = (id: string) => findEventOfRace(db, id);

  route(app, contract.now, ({ params, caller }) => nowOf(parts, params.id, caller.user._id));
  route(app, contract.mine, ({ caller }) => racesOfUser(parts, caller.user._id));
  route(
    app,
    contract.takeControl,
    check(itself, ({ params, body, caller }) => takeControl(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.releaseControl,
    check(itself, ({ params, query, caller }) =>
      releaseControl(parts, params.id, caller.user._id, query.device),
    ),
  );
  route(
    app,
    contract.call,
    check(ofRace, ({ params, body, caller }) => callRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.arm,
    check(ofRace, ({ params, body, caller }) => armRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.start,
    check(ofRace, ({ params, body, caller }) => startRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.finish,
    check(ofRace, ({ params, body, caller }) => finishRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.stop,
    check(ofRace, ({ params, body, caller }) => stopRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.rerow,
    check(ofRace, ({ params, body, caller }) => rerowRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.seat,
    check(ofRace, ({ params, body, caller }) => seatEntry(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.swap,
    check(ofRace, ({ params, body, caller }) => swapLanes(parts, params.id, caller.user._id, body)),
  );
  route(app, contract.setLane, ({ params, body, caller }) => setLane(parts, params, caller.user._id, body));
}

/** Attempts, protests and results. */
export function resultRoutes(app: FastifyInstance, parts: RaceParts): void {
  const { db } = parts;
  const check = adminCheck(parts);
  const ofRace = (id: string) => findEventOfRace(db, id);

  route(app, contract.race, ({ params, caller }) => raceInFull(parts, params.id, caller.user._id));
  route(
    app,
    contract.enter,
    check(ofRace, ({ params, body, caller }) => enterAttempt(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.enterFile,
    check(ofRace, ({ params, body, caller }) => enterFile(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.confirm,
    check(ofRace, ({ params, body, caller }) =>
      confirmAttempts(parts, params.id, caller.user._id, body.attempts),
    ),
  );
  route(
    app,
    contract.choose,
    check(ofRace, ({ params, body, caller }) => chooseAttempt(parts, params, caller.user._id, body)),
  );
  route(
    app,
    contract.makeProvisional,
    check(ofRace, ({ params, body, caller }) => makeProvisional(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.makeOfficial,
    check(ofRace, ({ params, body, caller }) => makeOfficial(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.reopen,
    check(ofRace, ({ params, body, caller }) => reopenRace(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.protest,
    check(ofRace, ({ params, body, caller }) => noteProtest(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.decide,
    check(ofRace, ({ params, body, caller }) => decideProtest(parts, params, caller.user._id, body)),
  );
  route(app, contract.log, ({ params, query, caller }) => logOf(parts, params.id, caller.user._id, query));
  route(app, raceResults.before, ({ params, caller }) => beforeOf(parts, params.id, caller.user._id));
  route(app, raceResults.ofEvent, ({ params, caller }) => resultsOf(parts, params.id, caller.user._id));
  route(app, raceResults.file, ({ params, caller }) => resultFile(parts, params.id, caller.user._id));
  route(app, raceResults.page, ({ params }) => pageOf(parts, params.key));
  route(app, raceResults.pageNow, ({ params }) => nowOfPage(parts, params.key));
  const recentReplays = newRecentReplays();
  route(app, raceResults.pageReplay, async ({ params }, { headers }) => {
    const text = await replayOfPage(parts.db, recentReplays, params);
    return text.prepareFor(headers.get('accept-encoding'));
  });
  route(app, raceResults.pageFile, ({ params }) => pageFile(parts, params.key));
}
