-- All tables of the shop, for SQLite and PostgreSQL. A new database is made from this file. The files in `migrations`
-- bring an older database to the same schema. docs/database.md says how to change it.
-- Times are milliseconds since 1970. Money is whole paise. Booleans are 0 or 1. JSON is text.
-- The `tables.ts` of each feature documents the columns.

-- ## Accounts

-- A person who shops, or works here. Unverified accounts may have the same email.
create table "user" (
  id text primary key,
  email text not null,
  display_name text not null,
  password_hash text,
  phone text default '' not null,
  gender text default '' not null,
  dob text default '' not null,
  photo_url text default '' not null,
  role text default 'customer' not null,
  email_verified_at bigint,
  google_sub text,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  deleted_at bigint,
  constraint user_google_sub_once unique (google_sub),
  constraint user_role_known check (role in ('customer', 'packer', 'editor', 'admin'))
);
create unique index user_verified_email_once on "user" (email) where email_verified_at is not null;
create index user_of_email on "user" (email);
create index user_expiry on "user" (expires_at);
create index user_by_role on "user" (role);
create index user_by_creation on "user" (created_at desc, id, deleted_at);
create index user_of_phone on "user" (phone);

create table address (
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  position integer not null,
  address text not null,
  city text not null,
  state text not null,
  pincode text not null,
  country text not null,
  is_default integer not null check (is_default in (0, 1)),
  constraint address_place_once unique (user_id, position)
);

-- A browser that is signed in.
create table session (
  token_hash text primary key,
  id text not null unique,
  user_id text not null references "user" (id) on delete cascade,
  device text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null
);
create index session_of_user on session (user_id);
create index session_by_end on session (expires_at);
create index session_by_last_use on session (last_seen_at);

-- A link that was mailed to verify an address or to reset a password.
create table mail_token (
  token_hash text primary key,
  user_id text not null references "user" (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  browser_hash text
);
create index mail_token_of_user on mail_token (user_id);
create index mail_token_by_end on mail_token (expires_at);

-- A nonce of a Google sign-in, or of a signed request to publish.
create table oidc_nonce (
  nonce_hash text primary key,
  expires_at bigint not null
);
create index oidc_nonce_by_end on oidc_nonce (expires_at);

-- A browser that has signed in to an account.
create table known_device (
  email_hash text not null,
  token_hash text not null,
  expires_at bigint not null,
  constraint known_device_once primary key (email_hash, token_hash)
);
create index known_device_by_end on known_device (expires_at);

-- The authenticator app of an account.
create table second_factor (
  user_id text primary key references "user" (id) on delete cascade,
  secret text not null,
  created_at bigint not null,
  confirmed_at bigint,
  last_step bigint not null
);

create table recovery_code (
  user_id text not null references "user" (id) on delete cascade,
  code_hash text not null,
  constraint recovery_code_once primary key (user_id, code_hash)
);

-- ## Staff

-- An invitation to the staff.
create table invitation (
  id text primary key,
  token_hash text not null unique,
  email text not null,
  role text not null check (role in ('packer', 'editor', 'admin')),
  invited_by text references "user" (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index invitation_of_inviter on invitation (invited_by);
create index invitation_by_end on invitation (expires_at);
create index invitation_of_email on invitation (email);

-- A step of a member of the staff.
create table audit_entry (
  id text primary key,
  at bigint not null,
  actor_id text references "user" (id) on delete set null,
  action text not null,
  subject text not null
);
create index audit_entry_by_time on audit_entry (at, id);
create index audit_entry_of_actor on audit_entry (actor_id, at, id);
create index audit_entry_by_action on audit_entry (action, at, id);

-- ## Products

-- Fields that are filtered and sorted by are columns. The others are in `detail`, as JSON.
create table product (
  id text primary key,
  slug text not null,
  title text not null,
  category text not null,
  price_paise bigint not null check (price_paise > 0),
  list_price_paise bigint not null,
  published_at bigint not null,
  updated_at bigint not null,
  archived_at bigint,
  position integer not null,
  detail text not null,
  revision integer default 1 not null,
  constraint product_slug_once unique (slug),
  constraint product_list_price_not_below check (list_price_paise >= price_paise)
);
create index product_of_category on product (category, position);
create index product_versions on product (archived_at, position, id, revision, updated_at);
create index product_by_lower_category on product (lower(category));
create index product_by_title on product (title);
-- Only PostgreSQL: it would otherwise parse `detail` of each product to find related ones that are gone.
alter table product add column related json not null
  generated always as (coalesce(detail::json -> 'related', '[]'::json)) stored;

-- A choice of a product, or the product without a choice. It is not deleted while its product is there.
create table variant (
  id text primary key,
  product_id text not null references product (id) on delete cascade,
  choice text not null,
  archived_at bigint,
  stock_variant_id text references variant (id) on delete set null,
  public_id text default '' not null
) without rowid;
create unique index variant_once on variant (product_id, choice);
create index variant_of_stock on variant (stock_variant_id);
create unique index variant_public on variant (public_id);

-- A SKU or a barcode. One product has it, except for those that were doubled before.
create table product_code (
  kind text not null,
  code text not null,
  product_id text not null references product (id) on delete cascade,
  doubled integer default 0 not null,
  constraint product_code_once primary key (code, kind, product_id)
);
create index product_code_by_product on product_code (product_id);
create unique index product_code_of_one on product_code (code, kind) where doubled = 0;
create index product_code_doubled on product_code (code) where doubled = 1;

-- A version of a product that an editor saved.
create table product_version (
  product_id text not null references product (id) on delete cascade,
  revision integer not null,
  action text not null check (action in ('create', 'update', 'archive', 'restore')),
  editor_id text references "user" (id) on delete set null,
  saved_at bigint not null,
  entry text not null,
  batch_id text,
  archived integer default 0 not null,
  counted text,
  reason text,
  constraint product_version_once primary key (product_id, revision)
);
create index product_version_by_batch on product_version (batch_id);
create index product_version_of_editor on product_version (editor_id);
create index product_version_by_time on product_version (saved_at, product_id, revision);

-- Saves of several products, which are undone together.
create table batch (
  id text primary key,
  summary text not null,
  editor_id text references "user" (id) on delete set null,
  created_at bigint not null,
  undone_at bigint
);
create index batch_of_editor on batch (editor_id);
create index batch_by_time on batch (created_at);

-- One for each product and account. A review of the seed has no account.
create table review (
  id text primary key,
  product_id text not null references product (id) on delete cascade,
  user_id text references "user" (id) on delete cascade,
  author text not null,
  stars integer not null check (stars between 1 and 5),
  title text not null,
  text text not null,
  is_verified_purchase integer not null,
  state text not null check (state in ('pending', 'approved', 'rejected')),
  reason text not null,
  written_at bigint not null,
  constraint review_once unique (product_id, user_id)
);
create index review_of_product on review (product_id, state, written_at, id);
create index review_by_state on review (state, written_at, id);
create index review_of_user on review (user_id);

-- ## Pictures

-- A source picture.
create table picture (
  hash text primary key,
  width integer not null,
  height integer not null,
  format text not null,
  placeholder text not null,
  created_at bigint not null
);

create table product_picture (
  product_id text not null references product (id) on delete cascade,
  position integer not null,
  picture_hash text not null references picture (hash),
  alt text not null,
  focus_x integer default 50 not null,
  focus_y integer default 50 not null,
  zoom integer,
  worn integer default 0 not null,
  constraint product_picture_place primary key (product_id, position)
);
create index product_picture_by_picture on product_picture (picture_hash);

-- A picture that the product had in this version.
create table product_version_picture (
  product_id text not null,
  revision integer not null,
  picture_hash text not null,
  constraint product_version_picture_once primary key (product_id, revision, picture_hash),
  constraint product_version_picture_of_product_version foreign key (product_id, revision) references product_version (product_id, revision) on delete cascade on update cascade
);
create index product_version_picture_by_picture on product_version_picture (picture_hash);

-- ## Texts, pages and launches

-- A text, a menu, a page or a category that an editor has changed.
create table content_record (
  id text primary key,
  body text not null,
  revision integer not null,
  updated_at bigint not null,
  archived integer default 0 not null
);

create table content_version (
  record_id text not null references content_record (id) on delete cascade,
  revision integer not null,
  action text not null check (action in ('create', 'update', 'archive', 'restore')),
  editor_id text references "user" (id) on delete set null,
  saved_at bigint not null,
  body text not null,
  archived integer default 0 not null,
  batch_id text,
  constraint content_version_once primary key (record_id, revision)
);
create index content_version_by_batch on content_version (batch_id);
create index content_version_of_editor on content_version (editor_id);
create index content_version_by_time on content_version (saved_at, record_id, revision);

create table content_version_picture (
  record_id text not null,
  revision integer not null,
  picture_hash text not null,
  constraint content_version_picture_once primary key (record_id, revision, picture_hash),
  constraint content_version_picture_of_content_version foreign key (record_id, revision) references content_version (record_id, revision) on delete cascade on update cascade
);
create index content_version_picture_by_picture on content_version_picture (picture_hash);

-- Changes that lie over records from a start to an end.
create table launch (
  id text primary key,
  name text not null,
  starts_at bigint,
  ends_at bigint,
  published_at bigint,
  undone_at bigint,
  message text default '' not null,
  revision integer default 1 not null,
  created_at bigint not null,
  editor_id text references "user" (id) on delete set null,
  retry_at bigint
);
create index launch_of_editor on launch (editor_id);
create index launch_by_start on launch (starts_at);
create index launch_by_end on launch (ends_at);
create index launch_with_message on launch (created_at) where message <> '';
create index launch_live on launch (id) where published_at is not null and undone_at is null;

-- What a launch changes of a product or of a record of content.
create table overlay (
  launch_id text not null references launch (id) on delete cascade,
  record_id text not null,
  patch text not null,
  revision integer not null,
  saved_at bigint not null,
  editor_id text references "user" (id) on delete set null,
  problem text default '' not null,
  needs_check integer default 0 not null,
  constraint overlay_once primary key (launch_id, record_id)
);
create index overlay_by_record on overlay (record_id);
create index overlay_of_editor on overlay (editor_id);

create table overlay_picture (
  launch_id text not null,
  record_id text not null,
  picture_hash text not null,
  constraint overlay_picture_once primary key (launch_id, record_id, picture_hash),
  constraint overlay_picture_of_overlay foreign key (launch_id, record_id) references overlay (launch_id, record_id) on delete cascade on update cascade
);
create index overlay_picture_by_picture on overlay_picture (picture_hash);

-- What a launch showed of a record, and when.
create table launch_effect (
  record_id text not null,
  launch_id text not null,
  name text not null,
  patch text not null,
  from_at bigint not null,
  to_at bigint,
  constraint launch_effect_once primary key (record_id, launch_id, from_at)
);
create index launch_effect_of_launch on launch_effect (launch_id);
create index launch_effect_by_end on launch_effect (to_at);

-- A link to the preview of a launch.
create table launch_link (
  token_hash text primary key,
  launch_id text not null,
  expires_at bigint not null
);
create index launch_link_by_launch on launch_link (launch_id);
create index launch_link_by_end on launch_link (expires_at);

-- An editor who has a product or a record of content open.
create table open_record (
  record_id text not null,
  user_id text not null references "user" (id) on delete cascade,
  since bigint not null,
  expires_at bigint not null,
  constraint open_record_once primary key (record_id, user_id)
);
create index open_record_of_user on open_record (user_id);
create index open_record_by_end on open_record (expires_at);

-- A current, former or reserved address. `record_id` is a product, a record of content, or a draft.
create table slug (
  kind text not null,
  slug text not null,
  record_id text not null,
  launch_id text references launch (id) on delete cascade,
  is_current integer not null,
  constraint slug_once primary key (kind, slug)
);
create unique index slug_current on slug (record_id) where is_current = 1;
create index slug_former on slug (kind, slug) where is_current = 0;
create index slug_by_record_id on slug (record_id);
create index slug_by_launch_id on slug (launch_id);

-- ## Cart, wishlist and alerts

create table cart_item (
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  product_id text not null references product (id) on delete cascade,
  variant_id text not null references variant (id) on delete cascade,
  selection text not null,
  quantity integer not null check (quantity > 0),
  created_at bigint not null,
  constraint cart_item_once unique (user_id, variant_id, selection)
);
create index cart_item_of_product on cart_item (product_id);
create index cart_item_of_variant on cart_item (variant_id);

-- Gift wrap of a cart.
create table cart_gift (
  user_id text primary key references "user" (id) on delete cascade,
  wrap integer not null,
  note text not null
);

create table wishlist_item (
  user_id text not null references "user" (id) on delete cascade,
  product_id text not null references product (id) on delete cascade,
  created_at bigint not null,
  price_paise bigint,
  saved_line text,
  variant_id text references variant (id) on delete set null,
  constraint wishlist_item_once primary key (user_id, product_id)
);
create index wishlist_item_of_product on wishlist_item (product_id);
create index wishlist_item_of_variant on wishlist_item (variant_id);

create table wishlist_share (
  user_id text primary key references "user" (id) on delete cascade,
  token text not null unique,
  created_at bigint not null
);

-- A user who waits until a product is in stock again.
create table stock_alert (
  user_id text not null references "user" (id) on delete cascade,
  product_id text not null references product (id) on delete cascade,
  variant_id text not null references variant (id) on delete cascade,
  created_at bigint not null,
  sent_at bigint,
  token_hash text,
  constraint stock_alert_once primary key (user_id, product_id, variant_id)
);
create index stock_alert_of_product on stock_alert (product_id, sent_at);
create index stock_alert_of_variant on stock_alert (variant_id);
create index stock_alert_by_time on stock_alert (sent_at);
create unique index stock_alert_of_token on stock_alert (token_hash);

-- ## Orders

-- The books keep an order after its account is deleted.
create table "order" (
  id text primary key,
  user_id text references "user" (id) on delete set null,
  placed_at bigint not null,
  total_paise bigint not null,
  state text,
  number text default '' not null,
  payment_state text default 'captured' not null,
  method text default 'razorpay' not null,
  email text default '' not null,
  phone text default '' not null,
  name text default '' not null,
  ship_to text default '{}' not null,
  bill_to text default '{}' not null,
  buyer_gstin text default '' not null,
  gift text default '{"wrap":false,"note":""}' not null,
  reason text default '' not null,
  note text default '' not null,
  subtotal_paise bigint default 0 not null,
  tax_paise bigint default 0 not null,
  refunded_paise bigint default 0 not null,
  expires_at bigint,
  delivered_at bigint,
  cancelled_at bigint,
  promised_from text,
  promised_to text,
  collected_paise bigint default 0 not null,
  collected_at bigint,
  address_key text default '' not null,
  sealed_pan text default '' not null,
  back_paise bigint default 0 not null,
  sealed_payout text default '' not null,
  credit_paise bigint default 0 not null,
  packed_at bigint
);
create index order_by_state on "order" (state, placed_at, id);
create index order_of_email on "order" (email);
create unique index order_by_number on "order" (number);
create index order_by_time on "order" (placed_at, id);
create index order_of_user on "order" (user_id, placed_at desc, id);
create index order_by_expiry on "order" (expires_at) where expires_at is not null;
create index order_without_account on "order" (placed_at) where user_id is null and email <> '';
create index order_unpaid on "order" (state, placed_at, id) where payment_state = 'none';
create index order_by_promise on "order" (promised_to) where state in ('placed', 'part_dispatched', 'dispatched') and promised_to is not null;
create index order_by_collected_at on "order" (collected_at) where collected_at is not null;
create index order_cash_by_phone on "order" (phone, placed_at) where method = 'cod';
create index order_cash_by_address_key on "order" (address_key, placed_at) where method = 'cod';
create index order_of_phone on "order" (phone);
create index order_to_pay_back on "order" ((collected_paise - refunded_paise - total_paise + back_paise));

-- A copy of what was bought. Later changes of the product do not change it.
create table order_line (
  order_id text not null references "order" (id) on delete cascade,
  position integer not null,
  product_id text references product (id) on delete set null,
  slug text not null,
  title text not null,
  variant text not null,
  sku text not null,
  picture text not null,
  unit_paise bigint not null,
  quantity integer not null check (quantity > 0),
  personalised integer not null,
  cancelled integer default 0 not null,
  returned integer default 0 not null,
  hsn text default '' not null,
  taken_from_shelf integer default 0 not null,
  variant_id text references variant (id) on delete set null,
  stock_variant_id text references variant (id) on delete set null,
  constraint order_line_once primary key (order_id, position),
  constraint order_line_counts check (cancelled >= 0 and returned >= 0 and cancelled + returned <= quantity)
);
create index order_line_of_product on order_line (product_id);
create index order_line_of_variant on order_line (variant_id);
create index order_line_of_stock on order_line (stock_variant_id);

create table order_event (
  order_id text not null references "order" (id) on delete cascade,
  position integer not null,
  at bigint not null,
  kind text not null,
  text text not null,
  actor_id text references "user" (id) on delete set null,
  mail_id text,
  constraint order_event_once primary key (order_id, position)
);
create index order_event_of_actor on order_event (actor_id);

-- Pieces on the shelf, including those that are held for orders.
create table stock (
  variant_id text primary key references variant (id) on delete cascade,
  on_hand integer not null check (on_hand >= 0)
) without rowid;

-- Pieces of an order that have not left the shelf.
create table stock_hold (
  order_id text not null references "order" (id) on delete cascade,
  product_id text not null references product (id) on delete cascade,
  variant_id text not null references variant (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  expires_at bigint,
  constraint stock_hold_once primary key (order_id, variant_id)
);
create index stock_hold_of_variant on stock_hold (variant_id, quantity);
create index stock_hold_of_product on stock_hold (product_id);
create index stock_hold_by_end on stock_hold (expires_at) where expires_at is not null;

-- A payment, or the link on which one is awaited.
create table payment (
  id text primary key,
  order_id text not null references "order" (id) on delete cascade,
  link_id text unique,
  link_url text,
  provider_id text unique,
  amount_paise bigint not null,
  state text not null,
  created_at bigint not null,
  expires_at bigint not null,
  check_at bigint,
  captured_at bigint,
  provider text default 'razorpay' not null,
  source_id text references payment (id) on delete set null
);
create index payment_of_order on payment (order_id);
create index payment_of_source on payment (source_id);
create index payment_to_check on payment (check_at) where check_at is not null;
create index payment_by_captured_at on payment (captured_at) where captured_at is not null;

-- An event of the provider that was handled.
create table payment_event (
  id text primary key,
  order_id text not null references "order" (id) on delete cascade,
  kind text not null,
  received_at bigint not null
);
create index payment_event_of_order on payment_event (order_id);
create index payment_event_by_time on payment_event (received_at);

create table refund (
  id text primary key,
  order_id text not null references "order" (id) on delete cascade,
  payment_id text references payment (id) on delete cascade,
  provider_id text unique,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null,
  reason text not null,
  created_at bigint not null,
  due_at bigint,
  attempts integer default 0 not null,
  last_error text,
  processed_at bigint
);
create index refund_of_order on refund (order_id);
create index refund_of_payment on refund (payment_id);
create index refund_by_state on refund (state, created_at);
create index refund_due on refund (due_at) where due_at is not null;
create index refund_by_processed_at on refund (processed_at) where processed_at is not null;
create index refund_waiting on refund (order_id) where state in ('pending', 'failed') and (last_error is not null or (state = 'pending' and due_at is null));

-- Links of mails, by which the shopper of a deleted account sees an open order.
create table order_link (
  token_hash text primary key,
  order_id text not null references "order" (id) on delete cascade,
  created_at bigint not null
);
create index order_link_of_order on order_link (order_id);
create index order_link_by_time on order_link (created_at);

-- A parcel that has left.
create table shipment (
  id text primary key,
  order_id text not null references "order" (id) on delete cascade,
  carrier text not null,
  tracking_number text not null,
  dispatched_at bigint not null,
  delivered_at bigint,
  position integer default 0 not null,
  lines text default '[]' not null,
  amount_paise bigint default 0 not null,
  collected_paise bigint default 0 not null,
  collected_at bigint,
  returned_at bigint
);
create index shipment_of_order on shipment (order_id, position);
create index shipment_by_collected_at on shipment (collected_at) where collected_at is not null;

create table return_request (
  id text primary key,
  order_id text not null references "order" (id) on delete cascade,
  lines text not null,
  reason text not null,
  note text not null,
  state text not null,
  answer text not null,
  created_at bigint not null,
  due_on text,
  exchange_id text references "order" (id) on delete set null
);
create index return_request_of_order on return_request (order_id);
create index return_request_of_exchange on return_request (exchange_id);
create index return_request_open on return_request (order_id) where state in ('requested', 'accepted');

-- An invoice or a credit note. It is written once.
create table document (
  id text primary key,
  order_id text not null references "order" (id) on delete cascade,
  kind text not null,
  series text not null,
  number text not null unique,
  issued_at bigint not null,
  body text not null,
  shipment_id text references shipment (id) on delete set null
);
create index document_of_shipment on document (shipment_id);
create index document_of_order on document (order_id, issued_at);
create index document_by_time on document (issued_at, number);
create index document_without_body on document (id) where body = '';

-- ## Publishing

-- A change that is not published.
create table publish_request (
  id text primary key,
  created_at bigint not null,
  product_id text,
  editor_id text,
  summary text default '' not null,
  accepted_products integer
);
create index publish_request_by_product on publish_request (product_id);

-- The result of the last publish, in one row.
create table publish_result (
  id integer primary key check (id = 1),
  release text not null,
  published_at bigint,
  error text not null,
  pinned text default '' not null,
  pages_done integer default 0 not null,
  pages_total integer default 0 not null,
  started_at bigint,
  live_products integer,
  refused_products integer
);
insert into publish_result (id, release, error) values (1, '', '');

-- A publish that failed, with its further attempts that failed in the same way.
create table publish_failure (
  id text primary key,
  began_at bigint not null,
  failed_at bigint not null,
  ended_at bigint,
  attempts integer not null,
  message text not null,
  detail text not null,
  changes text not null
);
create index publish_failure_by_time on publish_failure (failed_at);

create table release (
  id text primary key,
  published_at bigint not null,
  products integer not null,
  pages integer not null,
  rendered integer not null,
  bytes bigint not null,
  changes text not null,
  kept integer not null,
  compiled text default '' not null
);

-- ## Messages and mails

create table contact_message (
  id text primary key,
  topic text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  company text not null,
  message text not null,
  created_at bigint not null,
  state text default 'new' not null,
  subject text default '' not null,
  order_number text default '' not null,
  note text default '' not null,
  last_message_at bigint default 0 not null,
  number text,
  acknowledged_at bigint,
  settled_at bigint,
  owner_id text references "user" (id) on delete set null,
  appointment_day text,
  appointment_hour integer,
  appointment_way text,
  appointment_piece text,
  appointment_phone text
);
create index contact_message_by_time on contact_message (created_at, id);
create index contact_message_by_last_message on contact_message (last_message_at);
create index contact_message_of_email on contact_message (email);
create index contact_message_by_state on contact_message (state, created_at, id);
create index contact_message_of_owner on contact_message (owner_id, state, created_at, id);
create index contact_message_by_appointment on contact_message (appointment_day, appointment_hour, id);
create unique index contact_message_by_number on contact_message (number);

create table contact_reply (
  id text primary key,
  message_id text not null references contact_message (id) on delete cascade,
  author text not null,
  text text not null,
  sent_at bigint not null
);
create index contact_reply_of_message on contact_reply (message_id, sent_at);

-- A mail that is sent, or was sent.
create table outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at bigint not null,
  due_at bigint,
  attempts integer default 0 not null,
  sent_at bigint,
  last_error text,
  user_id text references "user" (id) on delete cascade
);
create index outbox_due on outbox (due_at);
create index outbox_of_user on outbox (user_id);
create index outbox_by_time on outbox (created_at);
create index outbox_of_recipient on outbox (recipient);
create index outbox_failed on outbox (created_at) where sent_at is null and last_error is not null;

-- ## Counters and limits

-- Views of one page on one day.
create table page_view_count (
  day text not null,
  path text not null,
  views integer not null,
  constraint page_view_count_once primary key (day, path)
);

create table web_vital_count (
  day text not null,
  page_kind text not null,
  build text not null,
  metric text not null,
  bucket integer not null,
  visits integer not null,
  constraint web_vital_count_once primary key (day, page_kind, build, metric, bucket)
);

create table search_count (
  day text not null,
  query text not null,
  searches integer not null,
  without_results integer not null,
  constraint search_count_once primary key (day, query)
);

create table rate_limit (
  key text primary key,
  count integer not null,
  expires_at bigint not null
);
create index rate_limit_by_end on rate_limit (expires_at);

-- The answer to a call, for its repeats.
create table idempotency (
  user_id text not null references "user" (id) on delete cascade,
  key text not null,
  request_hash text not null,
  status integer not null,
  reply text not null,
  created_at bigint not null,
  constraint idempotency_once primary key (user_id, key)
);
create index idempotency_by_time on idempotency (created_at);

-- A named number, e.g. the revision of the catalogue.
create table setting (
  name text primary key,
  value bigint not null
);

-- ## The state of the schema

-- The migrations that this database has, or was made with.
create table kysely_migration (
  name varchar(255) not null primary key,
  timestamp varchar(255) not null
);
