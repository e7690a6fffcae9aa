import { describe, expect, test } from 'vitest'
import { listKnownHeaders } from '#src/server/studio/products/csv-columns.ts'
import { readCsv } from '#src/server/studio/products/csv-file.ts'

const read = async (text: string, names: Record<string, string> = {}) => {
  const bytes = new TextEncoder().encode(text)
  const { headers, rows, errors } = await readCsv(bytes, listKnownHeaders(names))
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

test('a file that a thread reads has the rows and errors of a small one', async () => {
  const small = await read('slug;tagline;stock\na;”A”;1\nb; "B";2\n')
  expect(small.errors).toHaveLength(2)
  expect(await read(`slug;tagline;stock\na;”A”;1\nb; "B";2${'\n'.repeat(50_000)}`)).toEqual(small)
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
    ['slug|title|stock\na|b, c; d|1', ['slug', 'title', 'stock']],
    ['slug\na', ['slug']],
    ['\n\nslug;stock\na;1', ['slug', 'stock']],
  ])('of %j parts known columns', async (text, headers) => {
    expect((await read(text)).table[0]).toEqual(headers)
  })

  test('of unknown headers parts rows of as many cells', async () => {
    const { table } = await read('Artikel;Preis, netto;Menge, Stück\na;1;2\nb;3;4')
    expect(table[0]).toEqual(['Artikel', 'Preis, netto', 'Menge, Stück'])
  })

  test('of headers that the editor has named parts those', async () => {
    const text = 'Artikel;Preis, netto, alt\na;1, 2, 3'
    const names = { Artikel: 'slug', 'Preis, netto, alt': 'title' }
    expect((await read(text, names)).table[0]).toEqual(Object.keys(names))
  })
})

describe('curly quotation marks', () => {
  test('around a cell are an error of its line and column', async () => {
    const { errors } = await read('slug,subtitle\na,Plain\nb,“Handwound”')
    expect(errors).toEqual([
      {
        line: 3,
        column: 'subtitle',
        message:
          '“Handwound” has curly quotation marks, which do not quote a cell: use straight ones (").',
      },
    ])
  })

  test('that a delimiter parts are an error, too', async () => {
    const { errors } = await read('slug,subtitle,stock\na,“Steel, handwound”,3')
    expect(errors).toMatchObject([{ line: 2, column: 'subtitle' }])
  })

  test('within a text, and in a file with straight ones, are letters', async () => {
    const texts = ['slug,subtitle\na,A “fine” piece', '"slug","subtitle"\n"a","“Handwound”"']
    for (const text of texts) expect((await read(text)).errors).toEqual([])
  })
})
