import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { narrowFonts } from './build/fonts.ts';
import { loadedBefore } from './build/loaded-before.ts';
import { pageFiles } from './build/page-files.ts';
import { responseSchemas } from './build/response-schemas.ts';
import { serviceWorker } from './build/service-worker.ts';

/** In production the server inserts the product's name and address; here the development server does it. */
function productInDevelopment(): Plugin {
  return {
    name: 'product-in-development',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('__PRODUCT_NAME__', 'Boathouse')
        .replaceAll('__CONTACT_EMAIL__', 'hello@boathouse.example')
        .replaceAll('__ADDRESS__', 'http://localhost:5173'),
  };
}

/** The start of the app, and the code that the landing page shares with others: it must not load their files. */
const isOfAllPages =
  /node_modules\/(react|react-dom|scheduler|react-router)\/|vite\/preload-helper|web\/src\/(app\/(main|show-app|invitation-note)\.tsx|lib\/load-chunk\.ts)$|ui\/(brand|button|states|secure\/insecure-note|lane-field|lazy\/lazy-part|tab-list|tabs|use-focus-after)\.tsx?$/;

/**
 * The layouts; the text of workouts, which forms and rooms read, without the meanings of unclear texts; the strokes of
 * a row in its contract, the calls that move rows, roles in a club, and shared code of rows and pages about the
 * monitor's workouts and machines.
 */
const isOfData =
  /modern\/(useMutation|mutationObserver)\.js$|src\/app\/((data|signed-in|section)-layout)\.tsx$|web\/src\/(lib\/(all-strokes|use-now)|features\/[a-z]+\/(clubs\/membership|auth\/proof\/pin-login-part|activities\/move\/api))\.ts$|packages\/(workout\/src\/(machine|pace|workout-type)\.ts$|row\/src\/reduce\/stroke-time\.ts$)|contract\/src\/(strokes|activities\/moves)\.ts$/;

/** The connection of rooms. */
const isOfRooms = /web\/src\/lib\/socket-client\.ts$|room\/(lane-clock|member-states)\.ts$/;

/** The programs for the monitor, which rows without a connection load too. */
const isOfPrograms = /packages\/row\/src\/plan\/program\.ts$/;

/** The comparison of a crew, which lanes, grid and board load when an athlete rows. */
const isOfCrews =
  /packages\/row\/src\/crew\/(standings|order)\.ts$|room\/room-view\.ts$|contract\/src\/sessions\/boards\.ts$/;

const isPlot = /statistics\/(meters|pace)-chart\.tsx$|activity\/(stroke-plots|force-curve-panel)\.tsx$/;

/** A session, which the page of a row without one loads too. */
const isOfRowing = /sessions\/session-page\.tsx$/;

/** The questions that an activity's page, and its plots, ask of its strokes. */
const isOfPlottable = /activities\/activity\/plottable\.ts$/;

/** The series of strokes in plots: an activity's page and the coach's panel load it. */
const isOfStrokes = /activities\/activity\/(stroke-series|force-curves)\.ts$/;

/** Speech, which the cockpit and the settings load. */
const isOfVoice = /rowing\/voice\/(sentence|speaker|spoken|voice-choice)\./;

/** The cockpit, its lanes and its voice, which a session and the landing page load when a row begins. */
const isOfCockpit =
  /rowing\/(row-crew\.|cockpit\/(?!instrument-page|intensity-unit|figures)|voice\/(?!lazy|voice-settings))|room\/crew\//;

/** An activity's page; the page of a row in progress loads parts of it after the end. */
const isOfActivity =
  /app\/activity-page\.tsx$|templates\/save-as-template\.tsx$|features\/training\/activities\/(activity\/(?!entered-result|own-activity|activity-(files|tools)|stroke-(plots|series)|force-curve|save-activity)|result\/(?!standings|own-note|share-result|finished-row|lazy-finished-row|note-form))|contract\/src\/activities\/results\.ts$/;

/** Lists of people and their search, which few pages have. */
const isOfLists =
  /follows\/athlete-list\.|explore\/(api|search-address|search-results)\.|seQueries\.|queriesObserver\./;

/**
 * The code that the pages of settings, clubs and imports share: images, files, and sections with a list of them.
 */
const isOfForms =
  /features\/site\/settings\/(appearance|keep-user)\.|features\/people\/files\/(given-files|image-picker|upload-image|upload-errors)\.|ui\/section-list\./;

/** The pages of race days, and the board's parts that their screen shows. */
const isOfRaces =
  /features\/racing\/|contract\/src\/(races[./]|live\/races\.)|sessions\/board\/|room\/board-room\./;

/** Code that a page loads only when it is needed has a separate file, although several pages use it. */
const isOfSeveralPages = (id: string) =>
  !isOfRaces.test(id) &&
  !isOfCockpit.test(id) &&
  !isOfStrokes.test(id) &&
  !isOfActivity.test(id) &&
  !isOfLists.test(id) &&
  !/node_modules\/(uplot|uqr)\/|ui\/(plot\/plot\.|link\/|menu\/(menu-items|row-menu)|section-list\.)|contract\/src\/(racing\/(?!tests|pieces|categories)|races)|clubs\/squads\/(?!api)|features\/racing\/|packages\/racing\/|row\/src\/crew\/track\.|settings\/confirmation\.|rowing\/wake-lock\.|handover\/age-since-change\.|features\/people\/links\/|rowing\/(replay\/(?!lazy|index)|rowing\/ghosts\/)|statistics\/trend\/|explore\/search-results\.|ui\/stepper\.|clubs\/(club-(draft|image|images|images-panel)|description-field|upload-progress)\.|activities\/(history|tags)\/|activities\/(activity\/activity-files|result\/(own-note|share-result))\.|features\/[a-z]+\/(administration|devices|entries|files|imports|installed|reports(?!\/report\.tsx)|templates(?!\/lazy))\/|lib\/(admission|save-file|outbox\/(send|waiting-sessions))\.|packages\/(workout\/src\/typed|workout-text\/src\/planned-length)\.|contract\/src\/(activities\/(entries|formats|history|imports|tags)\.|administration\/|files\.|pages\/handed-files\.|sessions\/boards\.)|sessions\/attendance\/(?!use-attendance)|settings\/(devices\/|(appearance|confirm-yourself|keep-user)\.)|statistics\/figures\.|erg\/(last-monitor|granted-devices)\.|lib\/outbox\/use-waiting\.|lib\/proof\/ask-in-turn\.|auth\/proof\/|contract\/src\/auth\/(proof|credentials)\.|sessions\/(discard-waiting-dialog|join-to-open)\.|contract\/src\/sessions\/previews\.|room\/grid\/(?!lazy)|chat\/(send-line|send-waiting-lines|read-waiting-line)\.|rowing\/(run\/(rows-mark|kept-result|lazy-kept-rows)|use-follow-unsent)\.|contract\/src\/(webpush\/|auth\/devices\.)|rowing\/cockpit\/(intensity-unit|figures)\.|device-choices\/intensity-unit\.|contract\/src\/statistics\/trends\./.test(
    id,
  );

/** The reading of workout texts, and its readers, which pages of sessions and results load. */
const isOfTexts =
  /packages\/workout-text\/src\/(?!in-words|offers|past-end|spellings|describe|trusting|wording\/)|activities\/(targets-kept|result\/standings)\./;

/** Parts of the dashboard that clubs and athletes have too, but not an activity's page. */
const isOfHome =
  /features\/(sessions\/sessions\/new-workout|news\/(feed|follows))\/|contract\/src\/(feed|follows|sessions\/templates)\.|ui\/profile\//;

/** The part of several pages' shared code that a session and the pages of people share. */
const isOfSession = (id: string) =>
  /web\/src\/(lib\/(?!admission|kept\/unsent-results|device-choices|idle|paging|save-file|unsaved\/(use-unsaved|draft)|rest-of-list|outbox\/(?!waits|call-or-keep))|ui\/(?!not-found|choice\/|dialog\/leave|field-group|field\/(password|code)|list\/|plot\/|profile\/|progress-bar|section-list|stepper|use-row-focus))|sessions\/(api|cached-sessions|visibility-words)\.|sessions\/head\/|rowing\/replay\/lazy|rowing\/cockpit\/instrument-page|auth\/password-rule\.|users\/athlete-link\.|activities\/([a-z]+-mark|workout-title)\.|sessions\/attendance\/use-attendance\.|clubs\/squads\/api\.|contract\/src\/(sessions\/(?!templates)|product\.|clubs\/squads\.|racing\/(tests|pieces|categories)\.)/.test(
    id,
  ) && isOfSeveralPages(id);

/** The live channel uses websockets only (`lib/socket-client.ts`): its client's other transports are left out. */
function websocketOnly(): Plugin {
  return {
    name: 'websocket-only',
    apply: 'build',
    load(id) {
      // Only polling needs bytes as text.
      if (id.endsWith('/engine.io-parser/build/esm/contrib/base64-arraybuffer.js')) {
        return "export const decode = () => { throw new Error('Bytes came as text'); }; export const encode = decode;";
      }
      if (!id.endsWith('/engine.io-client/build/esm/transports/index.js')) return null;
      return "import { WS } from './websocket.js'; export const transports = { websocket: WS };";
    },
    transform(_, id) {
      return /\/engine\.io-client\/build\/esm\/transports\/polling/.test(id)
        ? { moduleSideEffects: false }
        : null;
    },
  };
}

/**
 * Nothing here watches the router's work, and no link preloads the data and styles of its page, which needs a router on
 * the server: the router's code for these is left out of every page's first load.
 */
function trimmedRouter(): Plugin {
  const library = '/react-router/dist/production/lib';
  return {
    name: 'trimmed-router',
    apply: 'build',
    load(id) {
      if (id.endsWith(`${library}/dom/ssr/components.js`)) {
        return `import { createContext } from 'react';
          export const FrameworkContext = createContext(undefined);
          const nothingAhead = [false, null, {}];
          export const usePrefetchBehavior = () => nothingAhead;
          export const mergeRefs = (ref) => ref;
          const unserved = () => { throw Error('unserved'); };
          export { unserved as Links, unserved as Meta, unserved as PrefetchPageLinks, unserved as Scripts };
          export { unserved as setIsHydrated, unserved as useFrameworkContext };
          export const CRITICAL_CSS_DATA_ATTRIBUTE = '';`;
      }
      if (!id.endsWith(`${library}/router/instrumentation.js`)) return null;
      return `const unwatched = () => { throw Error('unwatched'); };
        export { unwatched as getRouteInstrumentationUpdates, unwatched as instrumentClientSideRouter };
        export { unwatched as instrumentHandler };
        export const instrumentationResultMetaContext = null;
        export const consumeInstrumentationClientResultMetaReceiver = () => {};`;
    },
    // A component that is created and named for debuggers at its declaration is kept even if nothing uses it: the
    // forms, and their submitters.
    transform: (code, id) =>
      id.includes(`${library}/dom/lib.js`)
        ? {
            code: code
              .replaceAll(/^\w+\.displayName = .*$/gm, '')
              .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef('),
            map: null,
          }
        : null,
  };
}

/**
 * Minifies the script that sets the theme, and names it by its content, so that browsers cache it instead of asking
 * each time.
 */
function hashedTheme(): Plugin {
  return {
    name: 'hashed-theme',
    apply: 'build',
    buildStart() {
      const written = readFileSync(join(import.meta.dirname, 'public/theme.js'), 'utf8');
      const { code, errors } = minifySync('theme.js', written);
      if (errors.length > 0) throw new Error(`theme.js can't be minified: ${JSON.stringify(errors)}`);
      this.emitFile({ type: 'asset', name: 'theme.js', source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const name = Object.keys(bundle).find((each) => /\/theme-[^/]+\.js$/.test(each));
        if (name === undefined) throw new Error('The build has no theme.js');
        return html.replace('"/theme.js"', `"/${name}"`);
      },
    },
  };
}

/**
 * The server sends these instead of the file itself to a browser that accepts them; it compresses nothing on the fly.
 */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css|svg)$/.test(each))) {
        const bytes = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

const app = (file: string) => fileURLToPath(new URL(`src/app/${file}`, import.meta.url));

const server = 'http://127.0.0.1:3000';

const preloads = loadedBefore();

export default defineConfig({
  plugins: [
    react(),
    narrowFonts(),
    productInDevelopment(),
    websocketOnly(),
    trimmedRouter(),
    responseSchemas(),
    hashedTheme(),
    pageFiles(app('routes.tsx'), app('show-app.tsx')),
    serviceWorker(),
    preloads.plugin,
    compressedBeside(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The Content-Security-Policy allows scripts of our own origin only: no inline polyfill, no data: fonts.
    modulePreload: { polyfill: false, resolveDependencies: preloads.resolveDependencies },
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Schemas, endpoints and stores that nothing imports are left out: creating them has no side effects.
        manualPureFunctions: [
          'z',
          'endpoint',
          'pageOf',
          'lazyPart',
          'ownRowPart',
          'headPart',
          'createDeviceChoice',
          'createStore',
          'createListeners',
        ],
        propertyReadSideEffects: false,
      },
      output: {
        // A few stable files instead of one for each shared module: a page would have 60 to 104, and not be smaller. A
        // group takes the imports of its modules, except what a group above it has taken. Pages stay separate files.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: isOfAllPages,
              priority: 80,
            },
            { name: 'base', test: isOfData, priority: 60 },
            { name: 'texts', test: isOfTexts, priority: 59 },
            { name: 'crew', test: isOfCrews, priority: 56 },
            { name: 'room', test: isOfRooms, priority: 57 },
            { name: 'program', test: isOfPrograms, priority: 57 },
            // The code for the time without the server, with the database's driver, which the journal of rows loads too.
            {
              name: 'kept',
              test: /lib\/(kept\/(answers|device-database|device-notes)|outbox\/outbox)\.ts$|node_modules\/idb\//,
              priority: 58,
            },
            {
              name: 'lines',
              test: /chat\/(send-line|send-waiting-lines|read-waiting-line|waiting-lines)\./,
              priority: 37,
            },
            { name: 'uuid', test: /node_modules\/uuid\//, priority: 58 },
            { name: 'popup', test: /auth\/popup-sign-in\./, priority: 55 },
            {
              name: 'row',
              test: /rowing\/run\/(row-runner|journal|row-requests)\.ts$|features\/rowing\/erg\/(kept-connection|erg-connection|bluetooth-connections)\.ts$/,
              priority: 54,
            },
            {
              name: 'sign-in',
              test: /app\/signed-out\/(signed-out-layout|log-in)\.tsx$|auth\/(login|register|reset)-page\.tsx$/,
              priority: 45,
            },
            { name: 'shared', test: isOfSession, minShareCount: 2, priority: 50 },
            { name: 'session', test: isOfRowing, priority: 42 },
            {
              name: 'people',
              test: (id) => (isOfSeveralPages(id) && !isOfHome.test(id)) || isOfPlottable.test(id),
              minShareCount: 2,
              priority: 40,
            },
            { name: 'home', test: isOfHome, minShareCount: 2, priority: 37.5 },
            { name: 'plot', test: (id) => isPlot.test(id) || isOfStrokes.test(id), priority: 39 },
            { name: 'lists', test: isOfLists, minShareCount: 2, priority: 38 },
            { name: 'activity', test: isOfActivity, priority: 30 },
            {
              name: 'save',
              test: /lib\/save-file\.|contract\/src\/activities\/formats\./,
              minShareCount: 2,
              priority: 31,
            },
            { name: 'forms', test: isOfForms, priority: 29 },
            {
              name: 'installed',
              test: /features\/site\/installed\/index\.|imports\/(launches|handed-files)\./,
              priority: 29,
            },
            { name: 'import', test: /imports\/import-(page|run)\./, priority: 28 },
            // The dashboard's call of a race, without other code of race days.
            {
              name: 'race-call',
              test: /contract\/src\/races\/(mine|race)\.ts$|races\/called\.ts$/,
              priority: 32,
            },
            {
              name: 'races',
              test: /features\/racing\/races\/[a-z-]+\.ts$|contract\/src\/races[./]/,
              minShareCount: 2,
              priority: 31,
            },
            { name: 'club', test: /clubs\/club-(layout|general-page|members-page)\.tsx$/, priority: 30 },
            { name: 'voice', test: isOfVoice, priority: 26 },
            { name: 'cockpit', test: isOfCockpit, minShareCount: 2, priority: 25 },
            { name: 'link', test: /(ui\/link|features\/people\/links)\//, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/manifest.webmanifest': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
