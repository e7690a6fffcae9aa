import { CallError } from '../app/api.ts'
import { confirm } from '../ui/confirm.tsx'

/**
 * Saves a record. Asks before the record takes a former address of another one.
 * @param send gets what the editor has confirmed.
 */
export async function saveAsking<Saved>(
  send: (confirmed: { takesFormer?: true }) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof CallError) || error.asks !== 'takesFormer') throw error
    const isConfirmed = await confirm({
      title: 'Take this address?',
      text: error.message,
      confirmLabel: 'Take the address',
    })
    if (!isConfirmed) throw error
    return send({ takesFormer: true })
  }
}
