import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { mention } from '#src/server/core/audit/audit-mentions.ts'
import { replaceOverlayPictures } from '#src/server/core/media/queries.ts'
import { updatePublishResult } from '#src/server/core/publish-requests/queries.ts'
import type { ContactMessageRow } from '#src/server/shop/contact/tables.ts'
import type { LaunchRow } from '#src/server/studio/launches/tables.ts'
import { LISTED_RELEASES, type StoredChanges } from '#src/server/studio/releases/releases.ts'
import type { LoadedProduct } from '#src/server/studio/save/change.ts'
import type { OverlayRow } from '#src/server/studio/save/tables.ts'
import type { Accounts } from './accounts.ts'
import { type Aging, times, toChunks } from './aging.ts'
import { GROUP_SIZE, toLaunchBatch } from './catalog.ts'

const REPLY_AFTER_MS = 3_600_000

/** Adds the work of staff: launches, releases, audit entries, and messages with replies. */
export async function addStudioRows(
  aging: Aging,
  accounts: Accounts,
  products: LoadedProduct[],
): Promise<void> {
  await addLaunches(aging, accounts, products)
  await addReleases(aging, accounts, products)
  await addFailures(aging)
  await addMessages(aging, accounts)
  const { now, days, scale, pick, daysAgo, toId, insert } = aging
  const { staff, customers } = accounts
  await insert(
    'audit_entry',
    times(scale(100_000), (index) => {
      const isOfCustomer = index % 10 === 0
      const subject = isOfCustomer
        ? `Looked at the customer ${mention('customer', pick(customers).id)}`
        : `Saved ${pick(products).row.title}`
      return {
        id: toId('audit entry', index),
        at: daysAgo(days),
        actor_id: pick(staff).id,
        action: isOfCustomer ? 'customers' : 'products',
        subject,
      }
    }),
  )
  await insert(
    'open_record',
    staff.map(({ id }, index) => ({
      record_id: products[index % products.length]?.row.id ?? '',
      user_id: id,
      since: now - 60_000,
      expires_at: now + 45_000,
    })),
  )
}

/** Adds launches: of ten, six were live, one is scheduled, three are drafts. */
async function addLaunches(
  aging: Aging,
  { staff }: Accounts,
  products: LoadedProduct[],
): Promise<void> {
  const { deps, now, days, scale, pick, daysAgo, toId, toHash, whole, insert } = aging
  const groups = Math.ceil(products.length / GROUP_SIZE)
  const launches = [
    ...times(Math.min(groups, scale(300)), (group): LaunchRow => {
      const batch = toLaunchBatch(aging, group)
      const kind = group % 10
      const wasLive = kind < 6
      const isUndone = kind < 3
      return {
        id: toId('launch', group),
        name: `Collection ${group + 1}`,
        starts_at: kind === 6 ? now + whole(1, 30) * DAY_MS : wasLive ? batch.at : null,
        ends_at: null,
        published_at: wasLive ? batch.at : null,
        undone_at: isUndone ? batch.at + DAY_MS : null,
        retry_at: null,
        message: '',
        revision: GROUP_SIZE + 1,
        created_at: wasLive ? batch.at - DAY_MS : daysAgo(days),
        editor_id: pick(staff).id,
      }
    }),
  ]
  await insert('launch', launches)
  const drafts = launches.flatMap(({ id, created_at, editor_id }, group) =>
    products.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE).map(
      ({ row, entry }): OverlayRow => ({
        launch_id: id,
        record_id: row.id,
        patch: JSON.stringify({
          subtitle: { set: `${entry.subtitle} of the collection` },
          pictures: { set: entry.pictures.toReversed() },
        }),
        revision: 1,
        saved_at: created_at,
        editor_id,
        problem: '',
        needs_check: 0,
      }),
    ),
  )
  await insert('overlay', drafts)
  for (const ofLaunch of toChunks(drafts, GROUP_SIZE))
    await replaceOverlayPictures(deps.db, ofLaunch)
  await insert(
    'launch_link',
    launches.map(({ id }, index) => ({
      token_hash: toHash('launch link', index),
      launch_id: id,
      expires_at: daysAgo(32, -1),
    })),
  )
}

/** Adds listed releases, and saves that wait for the next one. */
async function addReleases(
  aging: Aging,
  { staff }: Accounts,
  products: LoadedProduct[],
): Promise<void> {
  const { deps, now, scale, pick, toId, toHash, insert } = aging
  const releases = [
    ...times(LISTED_RELEASES, (index) => {
      const published_at = now - (index + 1) * 3_600_000
      const toChange = () => ({
        summary: `Saved ${pick(products).row.title}`,
        editorId: pick(staff).id,
        at: published_at,
      })
      const stored: StoredChanges = { changes: [...times(20, toChange)], count: 20 }
      return {
        id: toHash('release', index).slice(0, 27),
        published_at,
        products: products.length,
        pages: products.length + 500,
        rendered: 40,
        bytes: products.length * 60_000,
        changes: JSON.stringify(stored),
        // Their files are not on this machine.
        kept: 0,
        compiled: toHash('compiled', Math.floor(index / 10)),
      }
    }),
  ]
  await insert('release', releases)
  const [newest] = releases
  await updatePublishResult(deps.db, {
    release: newest?.id ?? '',
    published_at: newest?.published_at ?? null,
  })
  await insert(
    'publish_request',
    times(scale(200), (index) => {
      const { row } = pick(products)
      return {
        id: toId('publish request', index),
        created_at: now - 60_000,
        product_id: row.id,
        editor_id: pick(staff).id,
        summary: `Saved ${row.title}`,
        accepted_products: null,
      }
    }),
  )
}

/** Adds publishes that failed and then succeeded. */
async function addFailures({ scale, toId, daysAgo, insert }: Aging): Promise<void> {
  const changes = JSON.stringify({ changes: [], count: 0 } satisfies StoredChanges)
  await insert(
    'publish_failure',
    times(scale(50), (index) => {
      const began_at = daysAgo(91)
      return {
        id: toId('publish failure', index),
        began_at,
        failed_at: began_at + 1_000,
        ended_at: began_at + 5_000,
        attempts: 2,
        message: 'The disk was full.',
        detail: 'Error: ENOSPC: no space left on device',
        changes,
      }
    }),
  )
}

/** Converts to octal, with 8 and 9 instead of 0 and 1, which message numbers do not contain. */
const toMessageNumber = (index: number): string => {
  const digits = index.toString(8).replaceAll('0', '8').replaceAll('1', '9')
  return `KT-${digits.padStart(8, '8')}`
}

async function addMessages(aging: Aging, { staff, customers }: Accounts): Promise<void> {
  const { days, scale, pick, daysAgo, toId, insert } = aging
  const messages = [
    ...times(scale(5_000), (index): ContactMessageRow => {
      const { display_name, email } = pick(customers)
      const [first_name = '', last_name = ''] = display_name.split(' ')
      const created_at = daysAgo(days)
      const state = index % 20 === 0 ? 'new' : index % 20 === 1 ? 'open' : 'done'
      const isAppointment = index % 20 === 5
      return {
        id: toId('message', index),
        topic: index % 10 === 0 ? 'partner' : 'contact',
        first_name,
        last_name,
        email,
        company: index % 10 === 0 ? 'Amer Ateliers' : '',
        subject: 'An order',
        order_number: `KV-${10_000 + index}`,
        message: 'Good evening. When does my order leave, please? '.repeat(4),
        created_at,
        state,
        number: toMessageNumber(index),
        acknowledged_at: state === 'new' ? null : created_at + REPLY_AFTER_MS,
        settled_at: state === 'done' ? created_at + REPLY_AFTER_MS : null,
        note: '',
        owner_id: null,
        last_message_at: created_at + (state === 'done' ? REPLY_AFTER_MS : 0),
        appointment_day: isAppointment ? toIndianDay(created_at + 3 * DAY_MS) : null,
        appointment_hour: isAppointment ? 15 : null,
        appointment_way: isAppointment ? 'boutique' : null,
        appointment_piece: null,
        appointment_phone: isAppointment ? '98290 12345' : null,
      }
    }),
  ]
  await insert('contact_message', messages)
  const answered = messages.filter(({ state }) => state === 'done')
  await insert(
    'contact_reply',
    answered.map(({ id, created_at }, index) => ({
      id: toId('reply', index),
      message_id: id,
      author: pick(staff).display_name,
      text: 'Good morning. It leaves today, and you get its number by mail.',
      sent_at: created_at + REPLY_AFTER_MS,
    })),
  )
}
