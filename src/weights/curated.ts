import type { LocalModel, WeightsRole } from '../core/local-model.ts'
import { FAMILIES } from './families.ts'

/**
 * `listed`: size and digest agree in several public lists, and the commit is named in one at least; the file itself was never
 * fetched for this list.
 * `unpinned`: nobody's digest is known, so that such a model is added only with `--unpinned`.
 */
export type WeightsPin = 'listed' | 'unpinned'

/** A file at the hub. */
export type HubFile = {
  role: WeightsRole
  repo: string
  /** A commit; `main` for what is not pinned. */
  revision: string
  path: string
  bytes?: number
  sha256?: string
}

/** A model that `mediagen models add NAME` knows by itself. */
export type CuratedModel = Omit<LocalModel, 'files'> & {
  title: string
  /** One line: what it is good for. */
  about: string
  /** Where its licence can be read. */
  licenceUrl: string
  /** A licence that does not allow everything to everybody: it is accepted once, before the download. */
  asksLicence: boolean
  pin: WeightsPin
  /** Whether it was ever run with this program, on which machine. */
  tried: string
  files: readonly [HubFile, ...HubFile[]]
}

const QWEN3_4B: HubFile = {
  role: 'text_encoder',
  repo: 'unsloth/Qwen3-4B-GGUF',
  revision: '22c9fc8a8c7700b76a1789366280a6a5a1ad1120',
  path: 'Qwen3-4B-Q4_K_M.gguf',
  bytes: 2_497_281_312,
  sha256: 'f6f851777709861056efcdad3af01da38b31223a3ba26e61a4f8bf3a2195813a',
}

type Facts = Omit<CuratedModel, 'kind' | 'does' | 'driver' | 'sizes' | 'defaults' | 'tried' | 'asksLicence' | 'pin'> &
  Partial<Pick<CuratedModel, 'sizes' | 'defaults' | 'driver' | 'asksLicence' | 'pin'>>

function curated(facts: Facts): CuratedModel {
  const family = FAMILIES[facts.family]
  if (family === undefined) throw new Error(`no family ${facts.family}`)
  const { kind, does, driver, sizes, defaults } = family
  return { kind, does, driver, sizes, defaults, asksLicence: false, pin: 'listed', tried: 'never', ...facts }
}

/** The models that are offered by name. `scripts/check-model-pins.ts` holds every row against the hub. */
export const CURATED: readonly CuratedModel[] = [
  curated({
    id: 'klein',
    title: 'FLUX.2 klein 4B',
    about: 'creates and edits images in 4 steps',
    family: 'flux2-klein',
    licence: 'Apache-2.0',
    licenceUrl: 'https://huggingface.co/black-forest-labs/FLUX.2-klein-4B',
    files: [
      {
        role: 'diffusion_model',
        repo: 'leejet/FLUX.2-klein-4B-GGUF',
        revision: '3b1f5a9dc3abb32238b053aeb3d823c30afdacbd',
        path: 'flux-2-klein-4b-Q4_0.gguf',
        bytes: 2_460_378_560,
        sha256: 'd1023499ef3f2f82ff7c50e6778495195c1b6cc34835741778868428111f9ff4',
      },
      QWEN3_4B,
      {
        role: 'vae',
        repo: 'Comfy-Org/flux2-klein-4B',
        revision: '5f526678002e43af5551dadb73ce2e8c91b43afe',
        path: 'split_files/vae/flux2-vae.safetensors',
        bytes: 336_211_292,
        sha256: '868fe7b343cc8f3a19dbcfcafbc3d5f888802be3f89bd81b65b3621a066ce8f3',
      },
    ],
  }),
  curated({
    id: 'z-image',
    title: 'Z-Image Turbo',
    about: 'photographs and legible text, in 8 steps',
    family: 'z-image',
    licence: 'Apache-2.0',
    licenceUrl: 'https://huggingface.co/Tongyi-MAI/Z-Image-Turbo',
    files: [
      {
        role: 'diffusion_model',
        repo: 'leejet/Z-Image-Turbo-GGUF',
        revision: 'c61c0e422dc8b541b7548cf33a4ef8302b0f8085',
        path: 'z_image_turbo-Q4_K.gguf',
        bytes: 3_864_250_304,
        sha256: '14b375ab4f226bc5378f68f37e899ef3c2242b8541e61e2bc1aff40976086fbd',
      },
      QWEN3_4B,
      {
        role: 'vae',
        repo: 'Comfy-Org/z_image_turbo',
        revision: '08d04455279082882deaabc8d0d09fc914c071e1',
        path: 'split_files/vae/ae.safetensors',
        bytes: 335_304_388,
        sha256: 'afc8e28272cd15db3919bacdb6918ce9c1ed22e96cb12c4d5ed0fba823529e38',
      },
    ],
  }),
  curated({
    id: 'sd-turbo',
    title: 'SD-Turbo',
    about: 'for small machines and CPUs; 512 × 512 in 1 to 4 steps',
    family: 'sd2',
    sizes: ['512x512'],
    defaults: { steps: 4, cfg_scale: 1 },
    licence: 'Stability AI Community License',
    licenceUrl: 'https://stability.ai/license',
    asksLicence: true,
    files: [
      {
        role: 'model',
        repo: 'Green-Sky/SD-Turbo-GGUF',
        revision: '19a31586d02d64a73b4419bc193b3ecfaf38e1f0',
        path: 'sd_turbo-f16-q8_0.gguf',
        bytes: 2_023_745_376,
        sha256: 'd50be7655f0a554cf8041c145d88b210bd5f3c545423119dee62ae08cae51580',
      },
    ],
  }),
  curated({
    id: 'qwen-edit',
    title: 'Qwen-Image-Edit 2511',
    about: 'edits by instruction; large and slow',
    family: 'qwen-image',
    licence: 'Apache-2.0',
    licenceUrl: 'https://huggingface.co/Qwen/Qwen-Image-Edit-2511',
    files: [
      {
        role: 'diffusion_model',
        repo: 'unsloth/Qwen-Image-Edit-2511-GGUF',
        revision: '0d33d9692b4b26212297240d87b0d4719aa4fd06',
        path: 'qwen-image-edit-2511-Q3_K_M.gguf',
        bytes: 9_920_805_472,
        sha256: '5631fd3a407880e1fb541dc47696628633c898565136c128d5a2741d4b84e9e9',
      },
      {
        role: 'text_encoder',
        repo: 'unsloth/Qwen2.5-VL-7B-Instruct-GGUF',
        revision: '68bb8bc4b7df5289c143aaec0ab477a7d4051aab',
        path: 'Qwen2.5-VL-7B-Instruct-Q4_K_M.gguf',
        bytes: 4_683_072_384,
        sha256: 'd16776dcd9a28d42758c2958ed3a752aabf20a305252cd64ff2be72b4a78c503',
      },
      {
        role: 'vae',
        repo: 'Comfy-Org/Qwen-Image_ComfyUI',
        revision: '7beb7b647f04469fbe64ba8adc2bb0d7e5e9f73f',
        path: 'split_files/vae/qwen_image_vae.safetensors',
        bytes: 253_806_246,
        sha256: 'a70580f0213e67967ee9c95f05bb400e8fb08307e017a924bf3441223e023d1f',
      },
    ],
  }),
  curated({
    id: 'wan',
    title: 'Wan 2.1 T2V 1.3B',
    about: 'short clips from text, at 576 × 320',
    family: 'wan',
    licence: 'Apache-2.0',
    licenceUrl: 'https://huggingface.co/Wan-AI/Wan2.1-T2V-1.3B',
    files: [
      {
        role: 'diffusion_model',
        repo: 'samuelchristlie/Wan2.1-T2V-1.3B-GGUF',
        revision: '5a512b15fc35d1b67a074cfe55a591be9e9ef9b5',
        path: 'Wan2.1-T2V-1.3B-Q8_0.gguf',
        bytes: 1_535_768_800,
        sha256: '30a44f695b4275a915810120360d6fd26152ec303c2226b5152ec33a93c380e4',
      },
      {
        role: 't5xxl',
        repo: 'city96/umt5-xxl-encoder-gguf',
        revision: 'b535255bee98c2b0a59ea7c0ae2dcd0c6657b3b7',
        path: 'umt5-xxl-encoder-Q8_0.gguf',
        bytes: 6_043_068_256,
        sha256: '2521d4de0bf9e1cc6549866463ceae85e4ec3239bc6063f7488810be39033bbc',
      },
      {
        role: 'vae',
        repo: 'Comfy-Org/Wan_2.1_ComfyUI_repackaged',
        revision: '123acf1cc74bccbb9bfff8ac1ee72edc08c2341d',
        path: 'split_files/vae/wan_2.1_vae.safetensors',
        bytes: 253_815_318,
        sha256: '2fc39d31359a4b0a64f55876d8ff7fa8d780956ae2cb13463b0223e15148976b',
      },
    ],
  }),
  curated({
    id: 'upscale',
    title: 'Real-ESRGAN x4plus',
    about: 'four times as many pixels each way',
    family: 'esrgan',
    licence: 'BSD-3-Clause',
    licenceUrl: 'https://github.com/xinntao/Real-ESRGAN/blob/master/LICENSE',
    files: [
      {
        role: 'upscaler',
        repo: 'Comfy-Org/Real-ESRGAN_repackaged',
        revision: '5fd49b7b278836f48af63ecd314d0f98ab336105',
        path: 'RealESRGAN_x4plus.safetensors',
        bytes: 66_857_836,
        sha256: '37f9a931c215f040aa6d50f711f2cb115f713c46df1d0d6469a8bd7bfe9a60bb',
      },
    ],
  }),
  curated({
    id: 'cutout',
    title: 'IS-Net general use',
    about: 'removes the background',
    family: 'isnet',
    licence: 'Apache-2.0',
    licenceUrl: 'https://github.com/xuebinqin/DIS',
    files: [
      {
        role: 'onnx',
        repo: 'jellybox/isnet-general-use',
        revision: 'bc3706ce4ee38a3db2c3c58082a92582fcdfcfdc',
        path: 'isnet-general-use_1024.onnx',
        bytes: 178_648_008,
        sha256: '60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a',
      },
    ],
  }),
  curated({
    id: 'cutout-small',
    title: 'U²-Net-p',
    about: 'removes the background, with softer edges; small and quick',
    family: 'u2net',
    licence: 'Apache-2.0',
    licenceUrl: 'https://github.com/xuebinqin/U-2-Net/blob/master/LICENSE',
    files: [
      {
        role: 'onnx',
        repo: 'BritishWerewolf/U-2-Netp',
        revision: '7112208dbac3a3642496c8d54e2f0f9bb3dc1dc8',
        path: 'onnx/model.onnx',
        bytes: 4_574_861,
        sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
      },
    ],
  }),
  curated({
    id: 'moderate',
    title: 'Open NSFW',
    about: 'rates how likely a picture is not safe for work',
    family: 'open-nsfw',
    licence: 'BSD-2-Clause',
    licenceUrl: 'https://github.com/yahoo/open_nsfw/blob/master/LICENSE.md',
    pin: 'unpinned',
    files: [{ role: 'onnx', repo: 'bluefoxcreation/open-nsfw', revision: 'main', path: 'open-nsfw.onnx' }],
  }),
]
