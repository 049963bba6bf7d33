/** Limits of the specification (section 9) and of the live channel, shared by server and web app. */
export const limits = {
  passwordMin: 6,
  passwordMax: 128,
  /** RFC 5321, 4.5.3.1.3: a path has at most 256 characters, two of which are its brackets. */
  emailMax: 254,
  displayNameMax: 80,
  sessionTitleMax: 120,
  workoutItemsMin: 1,
  workoutItemsMax: 4,
  workoutItemsDefault: 2,
  workoutItemMax: 200,
  /** Weeks for which a session is repeated at once. */
  repeatWeeksMax: 12,
  timePickerMinuteStep: 10,
  pageSize: 15,
  pageSizeMax: 100,
  /** Pages are counted from 1; this is the last one served. */
  pageMax: 10_000,
  feedPageSize: 5,
  /** A feed ends after this many entries: a page further down would read all of them from every athlete followed. */
  feedEntriesMax: 1_000,
  clubNameMax: 80,
  clubDescriptionMax: 200,
  customURLMax: 20,
  commentMax: 500,
  chatMessageMax: 500,
  searchTextMax: 100,
  /** Levels of arrays and objects in a JSON body; the deepest call has 4. */
  jsonDepthMax: 32,
  filterPanelCloseMs: 500,
  /** The default upper bound of the distance filter, and the value for "no upper bound"; metres. */
  distanceFilterM: 10_000,
  distanceFilterCapM: 1_000_000,
  activitiesPollMs: 7_000,
  sessionPollMs: 60_000,
  livePatchMs: 10_000,
  /** An activity not heard of for this long is stale: it is not active, and the host may end or remove it. */
  staleActivityMs: 600_000,
  /** An athlete who begins this long before or after a common start rows on their own, and not late in the field. */
  commonStartMs: 3_600_000,
  /** Strokes of one request: with force curves they stay below the server's body limit. */
  strokeBatchMax: 200,
  /** Strokes of one activity: two days at 36 strokes a minute. */
  strokesMax: 100_000,
  toastMs: 5_000,
  trainingPartnerDelayMs: 1_000,
} as const;

/**
 * Bounds of the values a PM5 can report, so that a faulty or hostile client cannot store invalid values: the longest
 * workout is 9:59:59 and the longest piece 50,000 m, with at most 50 of them.
 */
export const monitorBounds = {
  elapsedSecMax: 50 * 36_000,
  distanceMMax: 50 * 50_000,
  paceSecMax: 65_535,
  strokeRateMax: 255,
  heartRateMax: 255,
  powerWMax: 65_535,
  caloriesMax: 65_535,
  dragFactorMax: 255,
  enumMax: 255,
  /** The stroke records' fields: 16-bit counts, hundredths of a metre and second in 8 or 16 bits, tenths of a joule. */
  strokeCountMax: 65_535,
  driveLengthMMax: 2.55,
  driveTimeSecMax: 2.55,
  recoveryTimeSecMax: 655.35,
  strokeDistanceMMax: 655.35,
  workPerStrokeJMax: 6_553.5,
  /** 65,535 lbf in newtons: the force curve has whole pounds in 16 bits. */
  forceNMax: 291_515,
  /** Points of a force curve: 15 packets of up to 9, doubled by newer firmware. */
  forceCurveMax: 288,
} as const;

/**
 * What one user may create in an hour: well above what a person does, and low enough that a runaway program or an
 * annoyed member cannot fill the database or another member's pages.
 */
export const hourlyQuotas = {
  /** A coach who enters a season in one sitting makes about 52. */
  workouts: 60,
  clubs: 10,
  /** With replies: one every 12 s without a pause. */
  comments: 300,
  follows: 300,
  /** Taking a like back and giving it again counts twice. */
  likes: 600,
  /** Each repeated Begin after a lost answer counts: one every 8 s. */
  activities: 450,
  memberships: 60,
} as const;

export const liveLimits = {
  /** Shortest time between two samples of one rower's page. */
  sampleMs: 250,
  /** The server stores the newest sample of each activity once in this time. */
  sampleStoreMs: 2_000,
  /** One frame per room and tick; the fast tick applies to rooms of up to `fastRoomMax` rowers. */
  tickFastMs: 100,
  tickMs: 250,
  fastRoomMax: 50,
  /** Unacknowledged frames allowed per member; beyond it, frames are skipped and a keyframe follows. */
  unacknowledgedMax: 8,
  /** A value not renewed for this long is shown as stale. */
  staleMs: 3_000,
  /** One event about members, and one with changed activities, per room in this time, however many come and go. */
  roomUpdateMs: 250,
  /** The same for the lists of members that a client without `liveProtocol` gets after every change. */
  memberListMs: 1_000,

  /*
   * Bounds of one connection. An honest page sends 4 samples and 10 acknowledgements a second and room. A dead network
   * holds back at most 20 s of samples (ping interval and timeout) and 8 acknowledgements a room; then they arrive at
   * once. All buckets are full at the start: `burst` events, and `perSec` more each second.
   */
  events: {
    sample: { burst: 120, perSec: 8 },
    /** Acknowledgements of frames, in up to 6 rooms at once. */
    ack: { burst: 120, perSec: 60 },
    /** Messages of the chat: a quick typist sends one every 3 s. A user's connections also share one such bucket. */
    chat: { burst: 10, perSec: 1 },
    /** Joining, leaving, keyframes, and events that do not exist. Joining asks the database. */
    other: { burst: 60, perSec: 10 },
  },
  /** Events over these bounds: one refusal a second is answered; this many within 10 s end the connection. */
  refusalsMax: 200,
  refusalWindowMs: 10_000,
  refusalAnswerMs: 1_000,
  /** Counted before parsing, whatever the messages are; more ends the connection at once. */
  packets: { burst: 500, perSec: 120 },
  bytes: { burst: 256 * 1024, perSec: 16 * 1024 },
  /** Bytes of one message; a larger one closes the connection (1009). A sample has less than 600. */
  messageMaxBytes: 8 * 1024,
  /** Open connections of one user: pages on all devices, and those that a lost network has not yet ended. */
  connectionsPerUserMax: 20,
  /** Rooms that one connection is in; a page of the web app is in one. */
  roomsPerConnectionMax: 20,
  /** Open boards of one key. */
  connectionsPerBoardMax: 8,
  /** A user whose connection was ended for flooding can't open another for this long. */
  floodPauseMs: 10_000,
  /** A connection that has not introduced itself by then is closed. */
  connectWithinMs: 5_000,
} as const;
