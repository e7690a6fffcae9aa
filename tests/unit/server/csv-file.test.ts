import { describe, expect, test } from 'vitest'
import { listSlugHeaders } from '#src/server/studio/products/csv-columns.ts'
import { readCsv } from '#src/server/studio/products/csv-file.ts'

const read = async (text: string, names: Record<string, string> = {}) => {
  const bytes = new TextEncoder().encode(text)
  const { headers, rows, errors } = await readCsv(bytes, listSlugHeaders(names))
  return { table: [headers, ...rows.map(({ cells }) => cells)], errors }
}

const TABLE = [
  ['slug', 'tagline', 'stock'],
  ['a', '', '1'],
  ['b', 'B', ''],
]

describe('line breaks', () => {
  test.each<[name: string, breaks: [string, string, string]]>([
    ['of Windows', ['\r\n', '\r\n', '\r\n']],
    ['of a header alone', ['\r\n', '\n', '\n']],
    ['of the rows alone', ['\n', '\r\n', '\r\n']],
    ['of the last row alone', ['\n', '\n', '\r\n']],
    ['of old Macs and others', ['\r', '\n', '\r\n']],
    ['with a carriage return twice', ['\r\r\n', '\r\r\n', '\n']],
  ])('%s end a row', async (_name, [first, second, third]) => {
    const text = `slug,tagline,stock${first}a,,1${second}b,B,${third}`
    expect(await read(text)).toEqual({ table: TABLE, errors: [] })
    const quoted = text.replaceAll(/[\w]+|(?<=,)(?=[,\r\n])/g, '"$&"')
    expect(await read(quoted)).toEqual({ table: TABLE, errors: [] })
  })

  test('of a quoted cell are its own, wherever a chunk of the file ends', async () => {
    const long = 'x'.repeat(50)
    const rows = Array.from({ length: 4_000 }, (_, index) => [`s${index}`, `${long}\n${index}`])
    const text = rows.map(([slug, note]) => `${slug},"${note?.replace('\n', '\r\n')}"\r\n`)
    const { table, errors } = await read(`slug,subtitle\r\n${text.join('')}`)
    expect(errors).toEqual([])
    expect(table).toEqual([['slug', 'subtitle'], ...rows])
  })

  test('of a hundred thousand carriage returns are read in linear time', async () => {
    const { table } = await read(`slug,stock${'\r'.repeat(99_000)}a,1`)
    expect(table).toEqual([
      ['slug', 'stock'],
      ['a', '1'],
    ])
  })
})

describe('the delimiter', () => {
  test.each([
    [
      'slug;"Price, incl. tax";"Stock, pieces"\na;1;2',
      ['slug', 'Price, incl. tax', 'Stock, pieces'],
    ],
    ['slug\t"Price, incl. tax, paid"\tstock\na\t1\t2', ['slug', 'Price, incl. tax, paid', 'stock']],
    ['slug;Price, incl. tax;Stock, pieces\na;1;2', ['slug', 'Price, incl. tax', 'Stock, pieces']],
    ['"slug","Title; long; name","x;y"\na,b,c', ['slug', 'Title; long; name', 'x;y']],
    ['slug\na', ['slug']],
    ['\n\nslug;stock\na;1', ['slug', 'stock']],
  ])('of %j parts the column with the slug from the others', async (text, headers) => {
    expect((await read(text)).table[0]).toEqual(headers)
  })

  test('of a header without a slug parts the most columns', async () => {
    const { table } = await read('Artikel;Preis;Menge, Stück\na;1;2\nb;3;4')
    expect(table[0]).toEqual(['Artikel', 'Preis', 'Menge, Stück'])
  })

  test('of headers that the editor has named parts those', async () => {
    const text = 'Artikel;Preis, netto, alt\na;1, 2, 3'
    const names = { Artikel: 'slug', 'Preis, netto, alt': 'title' }
    expect((await read(text, names)).table[0]).toEqual(Object.keys(names))
  })
})

test.each([
  ['Kairavi Jewels,,\n"Stock, 1 December 2026",,\n,,\nslug,title,stock\na,A,1', 1],
  ['\n,,Stock,,\nslug,title,Jaipur shop,Delhi shop\na,A,1,2', 2],
  ['sep=;\nslug;stock\na;1', 1],
  ['Our list\nslug\tstock\na\t1', 1],
])('a title above the header is named: %j', async (text, line) => {
  const message = `Row ${line} is a title. Delete the rows above the header.`
  expect(await read(text)).toEqual({
    table: [expect.any(Array)],
    errors: [{ line, column: '', message }],
  })
})
