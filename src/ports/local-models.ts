/** What a model needs on this machine, in numbers and in words for people. All of it is estimated. */
export type ModelEstimate = {
  downloadSeconds: number | undefined
  download: string | undefined
  /** Undefined if it does not run here, or if nothing similar was measured. */
  pictureSeconds: { least: number; most: number } | undefined
  picture: string | undefined
  memory: string | undefined
  /** Whether it fits into the memory of this machine. */
  fits: boolean | undefined
}

/** A model that can be added by its name. */
export type AvailableModel = {
  id: string
  title: string
  about: string
  kind: 'image' | 'video'
  does: string
  licence: string
  licenceUrl: string
  /** The licence has to be accepted before the download. */
  asksLicence: boolean
  /** Size and digest of every file are known before the download. */
  isPinned: boolean
  /** All files together; undefined if a size is unknown. */
  bytes: number | undefined
  /** The part that is not on this disk yet. */
  missingBytes: number | undefined
  /** An estimate. */
  memoryBytes: number | undefined
  isInstalled: boolean
  /** False if this version has no program for it yet. */
  isRunnable: boolean
  /** Why it does not run. */
  whyNot: string | undefined
  estimate: ModelEstimate
  /** Whether it is the first one to try on this machine. */
  isRecommended: boolean
}

/** A model on this machine. */
export type InstalledModel = {
  id: string
  title: string
  kind: 'image' | 'video'
  does: string
  family: string
  driver: string
  from: string
  licence: string
  addedAt: string
  /** Its files; files shared with other models count for each. */
  bytes: number
  /** Missing files; without them, it cannot run. */
  missing: readonly string[]
}

/** A model that is being added. */
export type ModelDownload = {
  id: string
  title: string
  /** `interrupted`: its process ended; adding it again continues from there. */
  state: 'running' | 'failed' | 'interrupted'
  bytes: number
  totalBytes: number | undefined
  startedAt: string
  /** From the bytes of the last seconds; undefined until the second measurement. */
  bytesPerSecond?: number | undefined
  error: string | undefined
}

/** Neural models on this machine, as operators manage them over HTTP. */
export interface LocalModels {
  available(): Promise<AvailableModel[]>
  installed(): Promise<InstalledModel[]>
  downloads(): Promise<ModelDownload[]>
  /** Starts to add a curated model and returns at once; throws for problems before the download. */
  add(name: string, wish: { acceptsLicence: boolean; allowsUnpinned: boolean }): Promise<ModelDownload>
  /** Removes a model and those of its files that no other needs; throws if there is none. */
  remove(id: string): Promise<void>
}
