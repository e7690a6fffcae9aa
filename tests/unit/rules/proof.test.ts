import { expect, test } from 'vitest'
import { productPage } from '#src/content/product-page.ts'
import { listAdviceLinks } from '#src/rules/product/advice.ts'
import { listProofs } from '#src/rules/product/proof.ts'

const HUID = 'HUID: six letters and digits.'
const IGI = 'Report number: nine digits, after LG for laboratory-grown stones.'
const hallmarks = '/authenticity#hallmarks'

test.each([
  [
    { Hallmark: 'BIS hallmark 750 with HUID', Certificate: 'IGI report' },
    ['BIS hallmark 750 with HUID.', HUID, hallmarks],
    ['IGI report.', IGI, '/authenticity#reports'],
  ],
  [{ Hallmark: 'Pt 950, stamped inside' }, ['Pt 950, stamped inside.', '', hallmarks]],
  [
    { Movement: 'Swiss, hand-wound' },
    ['The card in the box names the workshop that made the piece.', '', '/authenticity#workshops'],
  ],
])('the proofs of %o', (technicalDetails, ...expected) => {
  const proofs = listProofs({ technicalDetails }, productPage.proof)
  expect(proofs.map(({ text, format, href }) => [text, format, href])).toEqual(expected)
})

const settings = { phone: '', whatsapp: '', appointmentUrl: '' }
const appointmentUrl = 'https://calendar.example/kairavi'
const QUESTION = 'I%20have%20a%20question%20about%20Ekta.'

test.each([
  [{}, []],
  [{ phone: '+91 141 555 0142' }, ['+91 141 555 0142: tel:+911415550142']],
  [{ whatsapp: '+91 98290 12345' }, [`WhatsApp: https://wa.me/919829012345?text=${QUESTION}`]],
  [{ appointmentUrl }, [`Make an appointment: ${appointmentUrl}`]],
])('with %o a person is reached by %j', (overrides, expected) => {
  const links = listAdviceLinks({ ...settings, ...overrides }, 'Ekta')
  expect(links.map(({ label, href }) => `${label}: ${href}`)).toEqual(expected)
})
