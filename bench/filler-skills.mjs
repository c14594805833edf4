import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pick, randomNumbers } from "./random.mjs";

/**
 * Skills that fill up a library to a given size, so that decisions can be judged in libraries of any size. Each combines
 * a subject with an activity; none does what a skill of the labelled set does.
 *
 * @typedef {{ readonly name: string; readonly description: string; readonly body: string }} Filler
 */

/** Subjects: slug, what it is called, and terms that belong to it. */
const SUBJECTS = `
stripe|Stripe|charges, refunds, payouts, disputes
shopify|Shopify|storefront, products, orders, discounts
salesforce|Salesforce|leads, opportunities, accounts, pipeline
hubspot|HubSpot|contacts, deals, campaigns, forms
zendesk|Zendesk|tickets, macros, agents, satisfaction
jira|Jira|issues, sprints, epics, boards
confluence|Confluence|spaces, pages, labels, macros
notion|Notion|databases, pages, properties, views
airtable|Airtable|bases, records, fields, automations
slack|Slack|channels, threads, workflows, mentions
discord|Discord|servers, roles, bots, moderation
telegram|Telegram|bots, groups, broadcasts, stickers
whatsapp|WhatsApp|chats, templates, broadcasts, contacts
zoom|Zoom|recordings, webinars, rooms, breakout
spotify|Spotify|playlists, tracks, podcasts, artists
youtube|YouTube|channels, videos, comments, thumbnails
tiktok|TikTok|sounds, trends, creators, hooks
wordpress|WordPress|themes, plugins, posts, widgets
webflow|Webflow|layouts, collections, interactions, forms
drupal|Drupal|modules, nodes, taxonomies, views
magento|Magento|catalogue, checkout, extensions, storefront
mailchimp|Mailchimp|audiences, campaigns, segments, newsletters
twilio|Twilio|calls, sms, numbers, verification
datadog|Datadog|monitors, dashboards, traces, metrics
grafana|Grafana|dashboards, panels, alerts, datasources
prometheus|Prometheus|metrics, exporters, rules, scraping
elasticsearch|Elasticsearch|indices, shards, mappings, analyzers
kafka|Kafka|topics, partitions, consumers, offsets
rabbitmq|RabbitMQ|queues, exchanges, bindings, acknowledgements
redis|Redis|keys, caches, streams, eviction
mongodb|MongoDB|collections, documents, aggregation, replica sets
snowflake|Snowflake|warehouses, stages, roles, credits
bigquery|BigQuery|datasets, jobs, slots, partitions
databricks|Databricks|clusters, notebooks, jobs, lakehouse
airflow|Airflow|dags, operators, schedules, backfills
dbt|dbt|models, sources, snapshots, macros
spark|Spark|executors, stages, shuffles, dataframes
pytorch|PyTorch|tensors, training, checkpoints, gradients
huggingface|Hugging Face|models, datasets, spaces, tokenizers
langchain|LangChain|chains, retrievers, prompts, memory
blender|Blender|meshes, materials, rigs, rendering
unity|Unity|scenes, prefabs, shaders, physics
unreal|Unreal Engine|blueprints, levels, materials, actors
godot|Godot|nodes, signals, scenes, scripts
arduino|Arduino|sketches, sensors, pins, serial
raspberry|Raspberry Pi|gpio, images, cameras, services
homeassistant|Home Assistant|entities, automations, scenes, sensors
zigbee|Zigbee|devices, bridges, pairing, groups
autocad|AutoCAD|drawings, layers, blocks, plots
sketchup|SketchUp|models, components, textures, scenes
qgis|QGIS|layers, projections, rasters, shapefiles
openstreetmap|OpenStreetMap|nodes, ways, relations, tiles
swift|Swift|packages, concurrency, views, previews
kotlin|Kotlin|coroutines, flows, compose, gradle
flutter|Flutter|widgets, themes, navigation, platforms
rust|Rust|crates, lifetimes, traits, cargo
elixir|Elixir|processes, supervisors, phoenix, ecto
haskell|Haskell|types, monads, cabal, laziness
cobol|COBOL|copybooks, batch, mainframe, records
fortran|Fortran|arrays, modules, solvers, subroutines
django|Django|models, views, middleware, admin
rails|Rails|controllers, jobs, gems, routes
laravel|Laravel|eloquent, queues, blade, artisan
spring|Spring Boot|beans, starters, actuators, repositories
angular|Angular|components, services, signals, modules
svelte|Svelte|stores, routes, transitions, runes
electron|Electron|windows, preload, packaging, updates
tauri|Tauri|commands, windows, bundles, permissions
nginx|Nginx|upstreams, locations, certificates, rewrites
cloudflare|Cloudflare|workers, zones, rules, tunnels
fastly|Fastly|services, backends, caching, purging
vercel|Vercel|deployments, previews, domains, functions
netlify|Netlify|sites, builds, forms, redirects
firebase|Firebase|rules, functions, messaging, hosting
supabase|Supabase|policies, storage, functions, realtime
okta|Okta|users, groups, applications, factors
vault|HashiCorp Vault|leases, policies, engines, tokens
ansible|Ansible|playbooks, roles, inventories, handlers
puppet|Puppet|manifests, classes, facts, catalogs
jenkins|Jenkins|nodes, stages, agents, plugins
gitlab|GitLab|runners, groups, registries, milestones
bitbucket|Bitbucket|projects, pipes, reviewers, branches
sap|SAP|orders, materials, postings, plants
netsuite|NetSuite|ledgers, items, vendors, subsidiaries
quickbooks|QuickBooks|ledgers, payroll, vendors, statements
xero|Xero|accounts, reconciliation, payroll, contacts
workday|Workday|positions, absences, compensation, goals
greenhouse|Greenhouse|openings, scorecards, offers, stages
docusign|DocuSign|envelopes, recipients, fields, templates
dropbox|Dropbox|folders, sharing, requests, restore
sharepoint|SharePoint|sites, lists, libraries, permissions
outlookgroups|Outlook groups|calendars, rules, delegates, categories
trello|Trello|cards, lists, labels, boards
asana|Asana|projects, sections, portfolios, milestones
linear|Linear|cycles, projects, triage, views
obsidian|Obsidian|vaults, links, canvases, plugins
zotero|Zotero|collections, citations, attachments, styles
latex|LaTeX|packages, figures, bibliographies, classes
typst|Typst|templates, functions, layouts, figures
musescore|MuseScore|scores, parts, staves, chords
ableton|Ableton|tracks, clips, racks, automation
lightroom|Lightroom|presets, catalogues, masks, exports
photoshop|Photoshop|layers, masks, actions, smart objects
premiere|Premiere|sequences, transitions, proxies, exports
bioinformatics|genome sequencing|reads, variants, alignments, annotations
chemistry|molecular chemistry|molecules, reactions, spectra, solvents
astronomy|telescope observations|stars, exposures, spectra, catalogues
meteorology|weather stations|rainfall, forecasts, pressure, wind
agriculture|crop farming|soil, irrigation, harvests, fertiliser
beekeeping|beekeeping|hives, queens, swarms, honey
gardening|vegetable gardens|seedlings, beds, compost, pests
brewing|home brewing|malt, hops, yeast, fermentation
woodworking|woodworking|joints, boards, finishes, clamps
knitting|knitting|yarn, stitches, patterns, needles
fitness|strength training|sets, exercises, recovery, progress
yoga|yoga classes|poses, breathing, sequences, props
nutrition|nutrition tracking|calories, protein, vitamins, portions
sleep|sleep tracking|cycles, alarms, naps, rhythms
parenting|family organisation|chores, routines, school, toys
weddings|wedding planning|guests, venues, seating, vows
realestate|real estate listings|viewings, mortgages, tenants, floor plans
insurance|insurance claims|policies, premiums, damages, adjusters
tax|tax returns|deductions, brackets, filings, allowances
stocks|stock portfolios|dividends, positions, risk, rebalancing
crypto|crypto wallets|tokens, gas, swaps, addresses
chess|chess training|openings, endgames, tactics, ratings
dungeons|tabletop campaigns|monsters, encounters, dice, characters
genealogy|family trees|ancestors, records, parishes, surnames
museums|museum collections|exhibits, loans, labels, curators
aviation|flight operations|checklists, crews, fuel, airports
shipping|freight shipping|containers, customs, ports, carriers
warehouse|warehouse stock|shelves, pallets, picking, inventory
patents|patent filings|claims, examiners, drawings, priority
grants|research grants|proposals, funders, deadlines, panels
nonprofit|charity fundraising|donors, appeals, volunteers, pledges
elections|election campaigns|voters, districts, canvassing, ballots
hospital|hospital wards|patients, beds, shifts, referrals
pharmacy|pharmacy stock|prescriptions, dosages, refills, interactions
dentistry|dental practices|appointments, x-rays, crowns, recalls
veterinary|veterinary clinics|pets, vaccinations, surgeries, kennels`;

/** Activities: slug, what the skill does, and when it is used. `$` is the subject, `@` its terms. */
const ACTIVITIES = `
sync|Keeps $ in step with other systems: @ are copied both ways and conflicts are resolved.|Use when data in $ must match another system.
import|Imports @ into $ from files, with a dry run and a report of rejected rows.|Use to bring existing data into $.
export|Exports @ from $ into portable files.|Use when the user wants to take data out of $.
monitor|Watches $ and raises an alert if @ behave unusually.|Use for health checks and alerts on $.
onboard|Sets up $ for new members: accounts, access, first @.|Use when somebody new starts with $.
offboard|Removes a leaver from $ and hands over their @.|Use when a person leaves and $ access must end.
permissions|Audits who may see and change @ in $.|Use for access reviews of $.
keys|Rotates keys and connections of $ without interruption.|Use when credentials of $ expire.
troubleshoot|Finds out why $ does not behave: checks @ step by step.|Use when something in $ is stuck.
configure|Configures $ from a checklist: @, defaults, limits.|Use for a first setup of $.
upgrade|Upgrades $ to a newer release and checks @ afterwards.|Use before and after an upgrade of $.
archive|Archives old @ in $ by age and keeps them searchable.|Use to tidy old content in $.
dedupe|Finds duplicate @ in $ and joins them safely.|Use when $ holds the same thing twice.
enrich|Adds missing details to @ in $ from trusted sources.|Use when records in $ are incomplete.
forecast|Forecasts @ in $ for the next quarter with ranges.|Use for projections about $.
benchmark|Compares @ in $ against a baseline.|Use when the user asks how good the numbers of $ are.
simulate|Simulates changes of @ in $ before they are made.|Use for what-if questions about $.
templates|Builds reusable templates for @ in $.|Use when the same thing is made in $ again and again.
automate|Automates repeated steps around @ in $ with rules.|Use to save manual work in $.
digest|Sends a daily digest of @ in $.|Use for a regular overview of $.
glossary|Explains the terms of $: @ and how they relate.|Use when words of $ are unclear.
training|Makes exercises for learning $ with @.|Use to teach a group how $ works.
checklist|Makes checklists for work with $: @ before, during and after.|Use before an important step in $.
handover|Prepares a handover of $: open @, owners, risks.|Use when responsibility for $ moves.
inventory|Lists all @ in $ with owner and age.|Use to get an inventory of $.
labels|Introduces consistent labels for @ in $.|Use when @ in $ are hard to find.
quota|Tracks limits and usage of @ in $.|Use when $ reports that a limit is near.
anonymise|Anonymises personal data in @ of $.|Use before data of $ is shared.
retention|Applies retention rules to @ in $.|Use when data in $ must be deleted after a time.
compliance|Collects evidence about @ in $ for an auditor.|Use before a compliance audit of $.
vendor|Compares vendors and plans for $.|Use before buying or renewing $.
roadmap|Plans the next steps for $: @, owners, quarters.|Use for planning the work on $.
survey|Runs a survey about $ and sorts the answers by @.|Use to ask users about $.
pricing|Calculates what $ costs per user from @.|Use when the user asks about the price of $.
calendar|Plans @ of $ on a yearly calendar.|Use for seasonal planning of $.
scoring|Scores @ in $ by simple rules that can be explained.|Use to put @ in $ in order.
routing|Sends @ in $ to the right team.|Use when @ in $ pile up at the wrong place.
sampling|Draws fair samples of @ from $ for a quality check.|Use for spot checks of $.
mapping|Maps fields of @ in $ to another system.|Use before two systems are connected to $.
playbook|Describes what to do when $ fails, with @ and contacts.|Use to prepare for trouble with $.
badge|Designs badges and icons for @ in $.|Use when $ needs small graphics.
quiz|Makes a quiz about $ with questions on @.|Use for a playful test of knowledge about $.
widget|Builds a small widget that shows @ of $.|Use when $ should appear on another page.
cli|Wraps $ in shell commands for @.|Use when the user wants to control $ from a terminal.
sandbox|Creates a sandbox of $ with invented @.|Use to try something in $ without danger.
notify|Sends a message if @ in $ change.|Use when somebody must hear about changes in $.
history|Reconstructs what happened to @ in $ and when.|Use when the user asks who changed something in $.
health|Gives $ a health score from @.|Use for a quick look at the state of $.
zh-sync|同步 $ 的数据，处理 @ 的冲突。|当用户需要把 $ 和其他系统保持一致时使用。
zh-setup|配置 $ 并检查 @。|用于第一次安装和设置 $。
zh-monitor|监控 $ 的运行状态，@ 出现异常时提醒。|当用户关心 $ 是否正常时使用。
zh-teach|讲解 $ 的基本概念，例如 @。|适合刚开始学习 $ 的人。
ko-sync|$ 데이터를 다른 시스템과 맞추고 @ 충돌을 처리합니다.|$ 연동이 필요할 때 사용합니다.
ko-setup|$ 초기 설정을 하고 @ 상태를 점검합니다.|$ 설치가 처음일 때 사용합니다.
ko-monitor|$ 상태를 지켜보고 @ 이상을 알립니다.|$ 장애가 걱정될 때 사용합니다.
ja-sync|$ のデータを他のシステムと同期し、@ の衝突を解決します。|$ との連携が必要なときに使います。
ja-setup|$ の初期設定を行い、@ を確認します。|$ を初めて使うときに使います。
ja-monitor|$ の状態を監視し、@ の異常を知らせます。|$ の障害が心配なときに使います。
es-sync|Sincroniza $ con otros sistemas y resuelve conflictos de @.|Usar cuando $ debe coincidir con otro sistema.
es-setup|Configura $ por primera vez y comprueba @.|Usar para instalar $.
es-monitor|Vigila $ y avisa si @ se comportan de forma extraña.|Usar para alertas de $.
de-sync|Gleicht $ mit anderen Systemen ab und löst Konflikte bei @.|Verwenden, wenn $ mit einem anderen System übereinstimmen muss.
de-setup|Richtet $ zum ersten Mal ein und prüft @.|Verwenden bei der Installation von $.
de-monitor|Überwacht $ und meldet Auffälligkeiten bei @.|Verwenden für Warnungen zu $.
fr-sync|Synchronise $ avec d'autres systèmes et règle les conflits de @.|À utiliser quand $ doit correspondre à un autre système.
fr-setup|Configure $ pour la première fois et vérifie @.|À utiliser pour installer $.
fr-monitor|Surveille $ et signale un comportement inhabituel de @.|À utiliser pour les alertes de $.`;

const VARIANTS = ["", "team", "pro", "lite", "enterprise", "starter"];
const STEPS =
  "read the current state first; ask before anything is changed; keep a copy of what was there; work in small batches; write down every decision; compare the result with the goal; stop at the first error and say what happened; name what was left out; prefer the official interface; measure before and after; use short names; explain the result in two sentences".split(
    "; ",
  );

/** The first fillers of a fixed sequence; the same number always gives the same skills. @param {number} count @returns {readonly Filler[]} */
export function fillerSkills(count) {
  const random = randomNumbers(11);
  const subjects = rows(SUBJECTS);
  const activities = rows(ACTIVITIES);
  const all = VARIANTS.flatMap((variant) =>
    subjects.flatMap((subject) => activities.map((activity) => ({ variant, subject, activity }))),
  );
  const sized = all.slice(
    0,
    subjects.length * activities.length * Math.ceil(count / (subjects.length * activities.length)),
  );
  shuffle(sized, random);
  return sized.slice(0, count).map((made) => makeFiller(made, random));
}

/** Writes fillers as skills into a directory. @param {string} root @param {number} count */
export function writeFillers(root, count) {
  for (const { name, description, body } of fillerSkills(count)) {
    mkdirSync(join(root, name), { recursive: true });
    const text = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`;
    writeFileSync(join(root, name, "SKILL.md"), text);
  }
}

/** @param {{ variant: string; subject: readonly string[]; activity: readonly string[] }} made @param {() => number} random @returns {Filler} */
function makeFiller({ variant, subject, activity }, random) {
  const [slug = "", called = "", terms = ""] = subject;
  const [act = "", what = "", when = ""] = activity;
  const list = terms.split(", ");
  const some = list.filter(() => random() < 0.7).join(", ") || terms;
  const say = (/** @type {string} */ text) => text.replaceAll("$", called).replaceAll("@", some);
  const edition = variant === "" ? "" : ` For the ${variant} edition.`;
  const whenSaid = random() < 0.7 ? ` ${say(when)}` : "";
  const lines = Array.from({ length: 4 + Math.floor(random() * 10) }, () => {
    const step = pick(STEPS, random);
    return `- ${step[0]?.toUpperCase()}${step.slice(1)}; mind the ${pick(list, random)} of ${called}.`;
  });
  return {
    name: [slug, act, variant].filter((part) => part !== "").join("-"),
    description: `${say(what)}${whenSaid}${edition}`,
    body: [`# ${called}: ${act}`, "", `## ${say(what).split(/[:.。]/)[0]}`, "", ...lines].join("\n"),
  };
}

/** @param {string} text */
function rows(text) {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
}

/** @template Item @param {Item[]} items @param {() => number} random */
function shuffle(items, random) {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const item = items[at];
    items[at] = /** @type {Item} */ (items[other]);
    items[other] = /** @type {Item} */ (item);
  }
}

const MAKERS =
  "acorn bluefin copperline dunmore eastgate fairwind greystone hollybank ironbridge juniper".split(" ");

/**
 * Rivals of skills: shorter descriptions of nearly the same, for one maker's users, as large libraries have them.
 *
 * @param {string} root @param {readonly { readonly name: string; readonly description: string; readonly body: string }[]} originals @param {number} copies
 */
export function writeRivals(root, originals, copies) {
  const random = randomNumbers(17);
  for (const { name, description, body } of originals) {
    for (let copy = 0; copy < copies; copy += 1) {
      const maker = MAKERS[Math.floor(random() * MAKERS.length)] ?? "";
      const clauses = description.split(/(?<=[.,;:。，；：、])\s*/u);
      const kept = clauses.filter((_, at) => at === 0 || random() < 0.5).join(" ");
      const lines = body.split("\n").filter(() => random() < 0.6);
      const rival = `${name}-${maker}-${copy + 1}`;
      mkdirSync(join(root, rival), { recursive: true });
      const told = JSON.stringify(`${kept} (${maker})`);
      writeFileSync(
        join(root, rival, "SKILL.md"),
        `---\nname: ${rival}\ndescription: ${told}\n---\n\n${lines.join("\n")}\n`,
      );
    }
  }
}
