/* Reads QR codes with the camera, if the browser can; it needs a secure context. */

export const canRead = () => "BarcodeDetector" in window && Boolean(navigator.mediaDevices);

export class Camera {
  /** `heard` is called with the text of every code, as often as it is seen. */
  constructor(video, heard) {
    Object.assign(this, { video, heard, run: 0, stream: null });
  }

  /** Throws if there is no camera, or it is not allowed. */
  async start() {
    this.stop();
    const run = this.run;
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (run !== this.run) {
      // stopped while the browser asked for permission
      release(stream);
      return;
    }
    this.stream = stream;
    this.video.srcObject = stream;
    await this.video.play();
    this.look(new BarcodeDetector({ formats: ["qr_code"] }), run);
  }

  async look(detector, run) {
    while (run === this.run) {
      const codes = await detector.detect(this.video).catch(() => []); // between two frames there may be none
      for (const { rawValue } of codes) if (run === this.run) await this.heard(rawValue);
      await new Promise(requestAnimationFrame);
    }
  }

  stop() {
    this.run += 1;
    if (this.stream) release(this.stream);
    this.stream = null;
    this.video.srcObject = null;
  }
}

function release(stream) {
  for (const track of stream.getTracks()) track.stop();
}
