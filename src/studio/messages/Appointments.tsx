import type { ResponseBody } from '#src/contract/endpoints.ts'
import { addDays, WEEK_DAYS } from '#src/editing/appointment-days.ts'
import { appointmentMessages, formatHour } from '#src/rules/appointment.ts'
import { count } from '#src/rules/count.ts'
import { formatDay, formatWeekday, toIndianDay } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { Badge } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { MESSAGES } from './message-list.ts'
import { MESSAGE_STATES } from './message-states.ts'

type Message = ResponseBody<'GET /editor/messages'>['messages'][number]

interface Props {
  /** The first day that is shown; empty for today. */
  week: string
  page: number
  onChange: (shown: { week: string } | { page: number }) => void
}

/** The appointments of a week, by day and hour. */
export function Appointments({ week, page, onChange }: Props) {
  const today = toIndianDay(Date.now())
  const first = week || today
  const listed = useCall('GET /editor/messages', { query: { week: first, page: String(page) } })
  // Until the days are there, the data is of others.
  const days = Array.from({ length: listed.isPlaceholderData ? 0 : WEEK_DAYS }, (_, index) =>
    addDays(first, index),
  )
  const move = (step: number) => {
    const day = addDays(first, step * WEEK_DAYS)
    onChange({ week: day === today ? '' : day })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" onClick={() => move(-1)}>
          Previous 7 days
        </Button>
        <Button variant="secondary" onClick={() => move(1)}>
          Next 7 days
        </Button>
        {first !== today && (
          <Button variant="quiet" onClick={() => onChange({ week: '' })}>
            Today
          </Button>
        )}
      </div>
      <Loaded from={listed}>
        {({ messages, total, pageCount }) => {
          const byDay = Map.groupBy(messages, ({ appointment }) => appointment?.day ?? '')
          return (
            <>
              <p role="status" className="text-sm text-muted figures">
                {listed.isPlaceholderData
                  ? 'Loading…'
                  : `${total > 0 ? count(total, 'appointment') : 'No appointment'} from ${formatDay(first)} to ${formatDay(addDays(first, WEEK_DAYS - 1))}`}
              </p>
              {days
                // A day without one is shown beside others, if no other page can have its own.
                .filter((day) => byDay.has(day) || (total > 0 && pageCount === 1))
                .map((day) => (
                  <section key={day} aria-labelledby={`day-${day}`} className="flex flex-col gap-2">
                    <h2 id={`day-${day}`} className="text-xl leading-tight">
                      {formatWeekday(day)}
                      {day === today && ', today'}
                    </h2>
                    <LinedList ordered>
                      {byDay.get(day)?.map((message) => (
                        <AppointmentItem key={message.id} message={message} />
                      ))}
                    </LinedList>
                    {!byDay.has(day) && <p className="text-sm text-muted">No appointment.</p>}
                  </section>
                ))}
              <Pager
                page={page}
                pageCount={pageCount}
                labels={['Previous', 'Next']}
                onChange={(to) => onChange({ page: to })}
              />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function AppointmentItem({ message: { name, number, state, appointment } }: { message: Message }) {
  if (!appointment) return null
  const { hour, way, piece, phone } = appointment
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line py-2 text-sm">
      <span className="text-base figures">{formatHour(hour)}</span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-base font-medium wrap-anywhere">{name}</span>
        <Badge>{appointmentMessages.ways[way]}</Badge>
        <Badge kind={state === 'done' ? 'good' : state === 'new' ? 'note' : 'neutral'}>
          {MESSAGE_STATES[state]}
        </Badge>
        {piece && <span className="wrap-anywhere">{piece}</span>}
        {phone && <TextLink href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</TextLink>}
        <TextLink
          to={`/messages?number=${number}`}
          onClick={() => MESSAGES.remember({ email: '' })}
        >
          Open the message<span className="sr-only"> of {name}</span>
        </TextLink>
      </div>
    </li>
  )
}
