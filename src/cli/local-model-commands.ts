import type { CommandSpec } from './command.ts'
import { JSON_ON_REQUEST } from './shared-options.ts'

const NAME = { name: 'name', description: "a model name, as shown by 'models list'" }

/** Neural models on this machine: the files that they need, in the data folder. */
export const LOCAL_MODEL_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'available',
    summary: 'list the neural models that can be added to this machine',
    options: JSON_ON_REQUEST,
    run: async (call) => (await import('./operator/local-models.ts')).availableCommand(call),
  },
  {
    name: 'add',
    summary: 'download a neural model, or use your own weights (docs/local-models.md)',
    about: 'Ctrl-C keeps the partial download; run the same command again to resume.',
    arguments: [
      {
        name: 'source',
        description: 'a name from models available, a file, or hf:owner/repo/file@revision',
        isRequired: true,
      },
    ],
    options: [
      { flags: '--id <name>', description: 'the model name that callers use for your own weights' },
      { flags: '--family <name>', description: 'the architecture, if the file does not name it' },
      { flags: '--kind <kind>', description: 'what the model makes', choices: ['image', 'video'] },
      {
        flags: '--size <size>',
        description: 'a supported size, such as 1024x1024; the first is the default',
        isMany: true,
      },
      { flags: '--file <role=path>', description: 'another file, such as vae=ae.safetensors', isMany: true },
      { flags: '--set <name=value>', description: 'a default, such as steps=8 or cfg_scale=2', isMany: true },
      { flags: '--driver <driver>', description: 'the program that runs it', choices: ['bare', 'sd-server', 'onnx'] },
      { flags: '--licence <name>', description: 'the licence of your own weights' },
      { flags: '--copy', description: 'copy your own weights to the data folder instead of using them in place' },
      { flags: '--accept-licence', description: 'accept the licence without a confirmation prompt' },
      { flags: '--unpinned', description: 'accept a model without a known digest' },
      { flags: '--no-trial', description: 'skip the small test picture at the end' },
      { flags: '--trust-pickle', description: 'accept a .ckpt or .pt file, which can run code' },
      ...JSON_ON_REQUEST,
    ],
    examples: [
      'models add klein',
      'models add ~/models/dreamshaper.safetensors --id dreamshaper',
      'models add hf:Comfy-Org/Real-ESRGAN_repackaged/RealESRGAN_x4plus.safetensors --id upscale-x4',
    ],
    run: async (call) => (await import('./operator/local-models.ts')).addCommand(call),
  },
  {
    name: 'list',
    summary: 'list the neural models on this machine, and downloads in progress',
    options: JSON_ON_REQUEST,
    run: async (call) => (await import('./operator/local-models.ts')).listCommand(call),
  },
  {
    name: 'remove',
    summary: 'remove a neural model, with all files that no other model needs',
    arguments: [{ ...NAME, isRequired: true }],
    options: JSON_ON_REQUEST,
    run: async (call) => (await import('./operator/local-models.ts')).removeCommand(call),
  },
  {
    name: 'verify',
    summary: 'check the files of neural models against their digests',
    arguments: [NAME],
    options: JSON_ON_REQUEST,
    run: async (call) => (await import('./operator/local-models.ts')).verifyCommand(call),
  },
  {
    name: 'prune',
    summary: 'remove files that no neural model needs, including partial downloads',
    options: JSON_ON_REQUEST,
    run: async (call) => (await import('./operator/local-models.ts')).pruneCommand(call),
  },
]
