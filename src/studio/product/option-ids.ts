import {
  getOptionId,
  identifyOptions,
  listIds,
  type OptionIds,
} from '#src/rules/product/choice-ids.ts'

interface SavedOption {
  option: OptionIds
  ids: Record<string, string>
}

/** Converts a saved option for the form: the option, and the ids of its values by their names. */
export const toSavedOption = (option: OptionIds): SavedOption => ({
  option,
  ids: listIds(option),
})

/** The options of the form with their ids. */
export const toIdentified = (
  rows: readonly { name: string; values: string[]; saved?: SavedOption | undefined }[],
): OptionIds[] =>
  identifyOptions(
    rows.map(({ name, values, saved }) => ({
      name,
      values,
      ...(saved && { id: getOptionId(saved.option), ids: saved.ids }),
    })),
    rows.flatMap(({ saved }) => saved?.option ?? []),
  )
