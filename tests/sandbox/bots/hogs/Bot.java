import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

/** Asked, it fills a heap that may grow further than the box. */
public class Bot {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        List<byte[]> held = new ArrayList<>();
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (line.startsWith("{\"welcome\"")) {
                System.out.println("{\"ready\":{}}");
            }
            while (line.startsWith("{\"ask\"")) {
                byte[] more = new byte[8 << 20];
                Arrays.fill(more, (byte) 1);
                held.add(more);
            }
        }
    }
}
