import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createKey } from '#src/api-client/idempotency-key.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { CONTACT_LIMITS } from '#src/contract/form-limits.ts'
import { CONTACT_STATES, type ContactState } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextareaField } from '#src/ui/Field.tsx'
import { request, useCall } from '../app/api.ts'
import { useListState } from '../app/list-state.ts'
import { useRights } from '../app/rights.ts'
import { toast } from '../app/toasts.tsx'
import { CUSTOMERS } from '../customers/customer-list.ts'
import { useDraft } from '../record/use-draft.ts'
import { SearchForm } from '../search/SearchForm.tsx'
import { Badge, OptionSelect, Page, ViewButton } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { ReasonedButton } from '../ui/ReasonedButton.tsx'
import { useRovingFocus } from '../ui/roving-focus.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { AnswersMenu, findOpenWord } from './AnswersMenu.tsx'
import { Appointments } from './Appointments.tsx'
import { describeWait } from './describe-wait.ts'
import { MESSAGES, MINE, OVERDUE } from './message-list.ts'
import { MESSAGE_STATES } from './message-states.ts'

const STATE_OPTIONS = CONTACT_STATES.map((state) => [state, MESSAGE_STATES[state]] as const)

type Answers = ResponseBody<'GET /editor/messages'>['answers']
type Message = ResponseBody<'GET /editor/messages'>['messages'][number]
type MessageChange = Partial<Pick<Message, 'state' | 'note'>> & { isMine?: boolean }

/** Messages of the contact and partner forms, and the appointments that they ask for. */
export function MessagesPage() {
  const { state: shown, change: show } = useListState(MESSAGES)
  const { view, week, page } = shown
  const isByDay = view === 'appointments'
  const tabs = useRef<HTMLDivElement>(null)
  useRovingFocus(tabs)
  return (
    <Page title="Messages" actions={!isByDay && <MessageFilters shown={shown} onShow={show} />}>
      <div ref={tabs} className="flex gap-1 border-b border-line">
        <ViewButton aria-pressed={!isByDay} onClick={() => show({ view: '', week: '' })}>
          All messages
        </ViewButton>
        <ViewButton aria-pressed={isByDay} onClick={() => show({ view: 'appointments' })}>
          Appointments
        </ViewButton>
      </div>
      {isByDay ? (
        <Appointments week={week} page={page} onChange={show} />
      ) : (
        <MessageList shown={shown} onShow={show} />
      )}
    </Page>
  )
}

interface ShownProps {
  shown: typeof MESSAGES.first
  onShow: (shown: Partial<typeof MESSAGES.first>) => void
}

const getFilter = (shown: ShownProps['shown']) =>
  ([OVERDUE, MINE] as const).find((name) => shown[name]) ?? shown.state

function MessageFilters({ shown, onShow }: ShownProps) {
  return (
    <>
      <SearchForm
        label="Number or email address"
        placeholder="Number or email"
        search={shown.number || shown.email}
        onSearch={(text) =>
          onShow(text.includes('@') ? { email: text, number: '' } : { email: '', number: text })
        }
      />
      <OptionSelect
        label="State"
        value={getFilter(shown)}
        options={[['', 'Every message'], [MINE, 'Mine'], ...STATE_OPTIONS, [OVERDUE, 'Overdue']]}
        onChange={({ target: { value } }) =>
          onShow({
            [OVERDUE]: value === OVERDUE,
            [MINE]: value === MINE,
            state: CONTACT_STATES.find((known) => known === value) ?? '',
          })
        }
      />
    </>
  )
}

function MessageList({ shown, onShow }: ShownProps) {
  const { number, email, page } = shown
  const filter = getFilter(shown)
  const search = number || email
  const listed = useCall('GET /editor/messages', {
    query: {
      page: String(page),
      ...(filter === OVERDUE || filter === MINE
        ? { [filter]: 'true' }
        : filter && { state: filter }),
      ...(search && { search }),
    },
  })
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: MessageChange }) =>
      request('PUT /editor/messages/:id', { param: id, body }),
    onSettled: () => listed.refetch(),
  })
  return (
    <Loaded from={listed}>
      {({ messages, answers, pageCount }) => (
        <>
          {messages.length === 0 && (
            <p className="max-w-prose text-muted">{toEmptyText(search, filter)}</p>
          )}
          <LinedList>
            {messages.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                answers={answers}
                onChange={(body, onSaved) =>
                  change.mutate({ id: message.id, body }, onSaved && { onSuccess: onSaved })
                }
                onReplied={() => void listed.refetch()}
              />
            ))}
          </LinedList>
          <Pager
            page={page}
            pageCount={pageCount}
            labels={['Previous', 'Next']}
            onChange={(to) => onShow({ page: to })}
          />
        </>
      )}
    </Loaded>
  )
}

const NO_MESSAGE =
  'There is no message yet. What is written on the contact page stands here, as do appointments and partners who ask.'

function toEmptyText(search: string, filter: string): string {
  if (search) return `There is no message with the number or the address “${search}”.`
  if (filter === OVERDUE) return 'No message is overdue.'
  if (filter === MINE) return 'You are in charge of no message.'
  return filter ? 'There is no message in this state.' : NO_MESSAGE
}

interface MessageItemProps {
  message: Message
  answers: Answers
  onChange: (change: MessageChange, onSaved?: () => void) => void
  onReplied: () => void
}

function MessageItem({ message, answers, onChange, onReplied }: MessageItemProps) {
  const { topic, name, email, company, subject, orderNumber, order } = message
  const { at, state, note, replies, owner } = message
  const can = useRights()
  const facts = [
    message.number,
    company,
    subject,
    order || !orderNumber ? '' : `Order ${orderNumber}, which the shop does not have`,
    formatInstant(at),
  ]
  return (
    <li className="flex flex-col gap-3 border-b border-line py-6 text-sm">
      <div className="flex items-start justify-between gap-4">
        <p className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="text-base font-medium wrap-anywhere">{name}</span>
          {topic === 'partner' && <Badge kind="note">Partner</Badge>}
          <Waiting message={message} />
          {owner && <Badge kind="note">{owner.isCaller ? 'Yours' : `With ${owner.name}`}</Badge>}
          <LinkButton className="text-sm" onClick={() => onChange({ isMine: !owner?.isCaller })}>
            {owner?.isCaller ? 'Give it back' : 'Take it'}
            <span className="sr-only">, the message of {name}</span>
          </LinkButton>
        </p>
        <OptionSelect
          label={`State of the message of ${name}`}
          value={state}
          options={STATE_OPTIONS}
          onChange={(event) => onChange({ state: event.target.value as ContactState })}
        />
      </div>
      <p className="-my-2 flex flex-wrap items-center gap-x-5">
        <TextLink href={`mailto:${email}`}>{email}</TextLink>
        <TextLink to="/messages" onClick={() => MESSAGES.remember({ email })}>
          All messages<span className="sr-only"> of {name}</span>
        </TextLink>
        {can('customers') && (
          <TextLink to="/customers" onClick={() => CUSTOMERS.remember({ search: email })}>
            Find the account<span className="sr-only"> of {name}</span>
          </TextLink>
        )}
        {order && (
          <span className="flex flex-wrap items-center gap-x-3">
            <TextLink to={`/orders/${order.number}`}>Order {order.number}</TextLink>
            {!order.isOfSender && <Badge kind="bad">Order of another address</Badge>}
          </span>
        )}
        {facts.filter(Boolean).map((fact) => (
          <span key={fact} className="py-1 text-muted figures">
            {fact}
          </span>
        ))}
      </p>
      <p className="max-w-3xl py-1 text-base leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
      {replies.map(({ text, author, at: sentAt }) => (
        <blockquote key={sentAt} className="max-w-3xl border-s-2 border-edge ps-4">
          <p className="text-muted">
            Reply of {author}, {formatInstant(sentAt)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        </blockquote>
      ))}
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <NoteField
          messageId={message.id}
          note={note}
          name={name}
          onSave={(text, onSaved) => onChange({ note: text }, onSaved)}
        />
        <ReplyForm message={message} answers={answers} onReplied={onReplied} />
      </div>
    </li>
  )
}

/** How long a message has waited, and until when the law wants what comes next. */
function Waiting({ message }: Pick<MessageItemProps, 'message'>) {
  const { label, isOverdue } = describeWait(message, Date.now())
  return (
    <Badge kind={isOverdue ? 'bad' : message.state === 'done' ? 'good' : 'neutral'}>{label}</Badge>
  )
}

interface NoteFieldProps {
  messageId: string
  note: string
  name: string
  onSave: (note: string, onSaved: () => void) => void
}

/** A note of the team, saved when the field is left. What is typed meanwhile stays. */
function NoteField({ messageId, note, name, onSave }: NoteFieldProps) {
  const { typed, change, clear } = useDraft(`note/${messageId}`)
  const { text } = typed
  const save = () => {
    if (text === undefined) return
    if (text.trim() === note) clear()
    else onSave(text.trim(), () => clear({ text }))
  }
  return (
    <TextareaField
      label={
        <>
          Note for the team<span className="sr-only"> on the message of {name}</span>
        </>
      }
      name={`note-${messageId}`}
      rows={2}
      maxLength={CONTACT_LIMITS.note}
      value={text ?? note}
      onChange={({ target }) => change({ text: target.value })}
      onBlur={save}
    />
  )
}

type ReplyFormProps = Pick<MessageItemProps, 'message' | 'answers' | 'onReplied'>

/** A mail to the sender. A text that is not sent yet, or could not be, stays. */
function ReplyForm({ message, answers, onReplied }: ReplyFormProps) {
  const { id, name } = message
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed, change, clear } = useDraft(`reply/${id}`)
  const { text = '' } = typed
  // A repeated press is one mail.
  const [key, setKey] = useState(createKey)
  const send = useMutation({
    mutationFn: (sent: string) =>
      request('POST /editor/messages/:id/replies', {
        param: id,
        body: { text: sent.trim() },
        idempotencyKey: key,
      }),
    onSuccess: (answer, sent) => {
      // What was typed meanwhile is another reply.
      clear({ text: sent })
      setKey(createKey())
      toast.success(answer.message)
      onReplied()
    },
  })
  const openWord = findOpenWord(text)
  const preview = useMutation({
    mutationFn: () =>
      request('POST /editor/messages/:id/preview', { param: id, body: { text: text.trim() } }),
  })
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(text)
      }}
    >
      <TextareaField
        ref={field}
        label={
          <>
            Reply by mail<span className="sr-only"> to {name}</span>
          </>
        }
        name={`reply-${id}`}
        rows={4}
        required
        maxLength={CONTACT_LIMITS.message}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <span className="flex flex-wrap gap-2">
        <ReasonedButton
          variant="secondary"
          type="submit"
          busy={send.isPending}
          disabled={text.trim() === ''}
          reason={openWord && `Write something instead of ${openWord} first.`}
        >
          Send the reply<span className="sr-only"> to {name}</span>
        </ReasonedButton>
        <AnswersMenu message={message} answers={answers} field={field} />
        <Button
          variant="quiet"
          busy={preview.isPending}
          disabled={text.trim() === ''}
          onClick={() => preview.mutate()}
        >
          Show the mail<span className="sr-only"> to {name}</span>
        </Button>
      </span>
      {preview.data && (
        <Dialog wide title={preview.data.subject} onClose={preview.reset}>
          <iframe
            title="The mail as it is sent"
            sandbox=""
            srcDoc={preview.data.html}
            className="h-[70dvh] w-full border border-line"
          />
        </Dialog>
      )}
    </form>
  )
}
