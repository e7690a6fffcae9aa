import { messageStatePath } from '#src/rules/message-state-path.ts'
import { Notice } from '#src/ui/Notice.tsx'

/** The number of a message that was sent, and where to follow it. */
export const MessageSent = ({ number }: { number: string }) => (
  <Notice kind="success">
    Your message has the number <strong>{number}</strong>. We have mailed it to you, too.{' '}
    <a href={messageStatePath(number)} className="link">
      See where it stands
    </a>
  </Notice>
)
