import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { createKey } from '#src/api-client/idempotency-key.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { CONTACT_LIMITS } from '#src/contract/form-limits.ts'
import { CONTACT_STATES, type ContactState } from '#src/contract/values.ts'
import { Button } from '#src/ui/Button.tsx'
import { Input, TextareaField } from '#src/ui/Field.tsx'
import { request, useCall } from '../app/api.ts'
import { $customerList } from '../app/router.ts'
import { formatDateTime } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { useTextDraft } from '../record/use-text-draft.ts'
import { Badge, OptionSelect, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { describeWait } from './describe-wait.ts'
import { MESSAGE_STATES } from './message-states.ts'

/** Not acknowledged, or not settled, in the time that the law gives. */
const OVERDUE = 'overdue'
const STATE_OPTIONS = CONTACT_STATES.map((state) => [state, MESSAGE_STATES[state]] as const)

type Message = ResponseBody<'GET /editor/messages'>['messages'][number]
type MessageChange = Partial<Pick<Message, 'state' | 'note'>>

/** Messages of the contact and partner forms, and what has been done about each. */
export function MessagesPage() {
  const [address] = useSearchParams()
  const [filter, setFilter] = useState(address.get('overdue') === 'true' ? OVERDUE : '')
  const [search, setSearch] = useState(address.get('number') ?? '')
  const [typed, setTyped] = useState(search)
  const [page, setPage] = useState(1)
  const listed = useCall('GET /editor/messages', {
    query: {
      page: String(page),
      ...(filter === OVERDUE ? { overdue: 'true' } : filter && { state: filter }),
      ...(search && { search }),
    },
  })
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: MessageChange }) =>
      request('PUT /editor/messages/:id', { param: id, body }),
    onSettled: () => listed.refetch(),
  })
  return (
    <Page
      title="Messages"
      actions={
        <>
          <form
            className="flex flex-wrap gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              setSearch(typed.trim())
              setPage(1)
            }}
          >
            <Input
              type="search"
              aria-label="Number or email address"
              placeholder="Number or email address"
              maxLength={254}
              value={typed}
              className="w-60 max-w-full"
              onChange={({ target }) => {
                setTyped(target.value)
                if (target.value === '') setSearch('')
              }}
            />
            <Button variant="secondary" type="submit">
              Find
            </Button>
          </form>
          <OptionSelect
            label="State"
            value={filter}
            options={[['', 'Every message'], ...STATE_OPTIONS, [OVERDUE, 'Overdue']]}
            onChange={(event) => {
              setFilter(event.target.value)
              setPage(1)
            }}
          />
        </>
      }
    >
      <Loaded from={listed}>
        {({ messages, pageCount }) => (
          <>
            {messages.length === 0 && (
              <p className="max-w-prose text-muted">{toEmptyText(search, filter)}</p>
            )}
            <LinedList>
              {messages.map((message) => (
                <MessageItem
                  key={message.id}
                  message={message}
                  onChange={(body, onSaved) =>
                    change.mutate({ id: message.id, body }, onSaved && { onSuccess: onSaved })
                  }
                  onReplied={() => void listed.refetch()}
                />
              ))}
            </LinedList>
            <Pager page={page} pageCount={pageCount} onChange={setPage} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const NO_MESSAGE =
  'There is no message yet. What is written on the contact page stands here, as do appointments and partners who ask.'

function toEmptyText(search: string, filter: string): string {
  if (search) return `There is no message with the number or the address “${search}”.`
  if (filter === OVERDUE) return 'No message is overdue.'
  return filter ? 'There is no message in this state.' : NO_MESSAGE
}

interface MessageItemProps {
  message: Message
  onChange: (change: MessageChange, onSaved?: () => void) => void
  onReplied: () => void
}

function MessageItem({ message, onChange, onReplied }: MessageItemProps) {
  const { topic, name, email, company, subject, orderNumber, at, state, note, replies } = message
  const facts = [
    message.number,
    company,
    subject,
    orderNumber && `Order ${orderNumber}`,
    formatDateTime(at),
  ]
  return (
    <li className="flex flex-col gap-3 border-b border-line py-6 text-sm">
      <div className="flex items-start justify-between gap-4">
        <p className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="text-base font-medium wrap-anywhere">{name}</span>
          {topic === 'partner' && <Badge kind="note">Partner</Badge>}
          <Waiting message={message} />
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
        <TextLink to="/customers" onClick={() => $customerList.set({ search: email, page: 1 })}>
          Find the account<span className="sr-only"> of {name}</span>
        </TextLink>
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
            Reply of {author}, {formatDateTime(sentAt)}
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
        <ReplyForm message={message} onReplied={onReplied} />
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
  const [typed, setTyped] = useTextDraft(`note/${messageId}`)
  const latest = useRef(typed)
  const type = (text: string | undefined) => {
    latest.current = text
    setTyped(text)
  }
  const save = () => {
    if (typed === undefined) return
    const forget = () => {
      if (latest.current === typed) type(undefined)
    }
    if (typed.trim() === note) forget()
    else onSave(typed.trim(), forget)
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
      value={typed ?? note}
      onChange={({ target }) => type(target.value)}
      onBlur={save}
    />
  )
}

interface ReplyFormProps {
  message: Message
  onReplied: () => void
}

/** A mail to the sender. A text that is not sent yet, or could not be, stays. */
function ReplyForm({ message: { id, name }, onReplied }: ReplyFormProps) {
  const [text = '', setText] = useTextDraft(`reply/${id}`)
  const latest = useRef(text)
  // A repeated press is one mail.
  const [key, setKey] = useState(createKey)
  const send = useMutation({
    mutationFn: (sent: string) =>
      request('POST /editor/messages/:id/replies', {
        param: id,
        body: { text: sent.trim() },
        idempotencyKey: key,
      }),
    onSuccess: ({ message }, sent) => {
      // What was typed meanwhile is another reply.
      if (latest.current === sent) setText(undefined)
      setKey(createKey())
      toast.success(message)
      onReplied()
    },
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
        label={
          <>
            Reply by mail<span className="sr-only"> to {name}</span>
          </>
        }
        name={`reply-${id}`}
        rows={2}
        required
        maxLength={CONTACT_LIMITS.message}
        value={text}
        onChange={({ target }) => {
          latest.current = target.value
          setText(target.value)
        }}
      />
      <Button
        variant="secondary"
        type="submit"
        className="self-start"
        busy={send.isPending}
        disabled={text.trim() === ''}
      >
        Send the reply<span className="sr-only"> to {name}</span>
      </Button>
    </form>
  )
}
