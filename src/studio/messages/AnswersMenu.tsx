import type { RefObject } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { formatAppointmentTime } from '#src/rules/appointment.ts'
import { Button, PlainButton } from '#src/ui/Button.tsx'
import { useRights } from '../app/rights.ts'
import { Popover } from '../ui/controls.tsx'
import { insertAtCursor } from '../ui/insert-at-cursor.ts'
import { TextLink } from '../ui/TextLink.tsx'

type Messages = ResponseBody<'GET /editor/messages'>
type Message = Messages['messages'][number]
type Answers = Messages['answers']

/** Fills in what differs between messages. A word that the message lacks stays. */
export const fillAnswer = (
  text: string,
  { name, number, order, appointment, message }: Message,
): string =>
  fillTokens(text, {
    recipient: name,
    number,
    message,
    ...(order && { order: order.number }),
    ...(appointment && { appointment: formatAppointmentTime(appointment) }),
  })

/** Finds what the sender of a reply has to replace, e.g. `{order}`. */
export const findOpenWord = (text: string): string | undefined => /\{[\w ]+\}/.exec(text)?.[0]

interface Props {
  message: Message
  answers: Answers
  field: RefObject<HTMLTextAreaElement | null>
}

/** Texts that are inserted into a reply, from the record of its mail. */
export function AnswersMenu({ message, answers, field }: Props) {
  const can = useRights()
  const id = `answers-${message.id}`
  const insert = (answer: string) => {
    document.getElementById(id)?.hidePopover()
    if (!field.current) return
    // A selected text stays.
    field.current.selectionStart = field.current.selectionEnd
    insertAtCursor(field.current, fillAnswer(answer, message))
    const word = findOpenWord(field.current.value)
    const start = field.current.value.indexOf(word ?? '')
    if (word) field.current.setSelectionRange(start, start + word.length)
  }
  return (
    <>
      <Button variant="secondary" popoverTarget={id}>
        Insert a text<span className="sr-only"> into the reply to {message.name}</span>
      </Button>
      <Popover id={id} className="max-h-[50dvh] w-60 overflow-y-auto text-sm">
        <ul>
          {answers.map(({ title, text }) => (
            <li key={`${title} ${text}`}>
              <PlainButton
                className="flex min-h-11 w-full items-center text-start hover:bg-surface"
                onClick={() => insert(text)}
              >
                {title}
              </PlainButton>
            </li>
          ))}
        </ul>
        {can('catalogue') && <TextLink to="/content/mail-reply">Change these texts</TextLink>}
      </Popover>
    </>
  )
}
